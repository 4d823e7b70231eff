.DEFAULT_GOAL := help
.PHONY: bench-reference
.PHONY: help build test lint race fuzz

help: ## what the targets do
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 20

build: ## the hardwood program
	CGO_ENABLED=0 go build -o hardwood ./cmd/hardwood

test: ## all tests
	go test ./...

lint: ## formatting, vet, staticcheck, direction of imports
	bash .ci/lint

race: ## all tests under the race detector (needs a C compiler)
	CGO_ENABLED=1 go test -race ./...

FUZZTIME ?= 20s
fuzz: ## every fuzz target for FUZZTIME
	@go list ./... | while read -r package; do \
	  go test -list '^Fuzz' $$package | grep '^Fuzz' | while read -r target; do \
	    go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -parallel 2 $$package || exit 1; \
	  done || exit 1; \
	done

bench-reference: ## LT-Attack beside the paper's program and the optimum (needs ../shared; ARGS="-rows 0" for all rows, ARGS="-growth folder")
	go run ./eval/bench/attack $(ARGS)

.PHONY: check-examples
check-examples: ## LT-Attack's examples on the reference models handed to XGBoost (needs ../shared, python3-xgboost)
	eval/bench/attack/check-examples

.PHONY: check-foreign
check-foreign: ## a million predictions beside scikit-learn, XGBoost and, where XGBOOST and LIGHTGBM lead, more of them
	trainer/format/testdata/check-foreign

.PHONY: bench-trainer
bench-trainer: ## our trainers beside XGBoost, LightGBM and scikit-learn: speed, accuracy, growth (ARGS="-python ... speed")
	go run ./eval/bench/train $(ARGS)

.PHONY: bench-harden
bench-harden: ## natural against robust training, robust accuracy decided exactly (on ../shared where it is; ARGS="-curve folder", "-distance", "-growth folder", "-folds 5")
	go run ./eval/bench/harden -sets "$(SETS)" -strategies "$(or $(STRATEGIES),default)" $(ARGS)

.PHONY: bench-exact
bench-exact: ## proofs beside the paper's heuristic and the reference optima (needs ../shared; ARGS="-models higgs -rows 20")
	go run ./eval/bench/prove $(ARGS)
