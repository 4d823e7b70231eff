.DEFAULT_GOAL := help
.PHONY: help build test lint race fuzz

help: ## what the targets do
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 20

build: ## the hardwood program
	CGO_ENABLED=0 go build -trimpath -ldflags "-s -w" -o hardwood ./cmd/hardwood

test: ## all tests
	go test ./...

lint: ## formatting, vet, staticcheck, direction of imports
	bash .ci/lint

race: ## all tests under the race detector (needs a C compiler)
	CGO_ENABLED=1 go test -race ./...

.PHONY: platforms
platforms: ## every platform that is promised is vetted and compiles, and 386 is tested
	bash .ci/platforms build

.PHONY: arm
arm: ## the tests under emulation of arm64, in short mode (needs qemu-aarch64-static; an hour or two)
	GOARCH=arm64 CGO_ENABLED=0 go test -vet=off -short -timeout 0 -exec qemu-aarch64-static $$(go list ./... | grep -v -e /cmd/ -e /eval/bench)

FUZZTIME ?= 20s
fuzz: ## every fuzz target for FUZZTIME
	@go list ./... | while read -r package; do \
	  go test -list '^Fuzz' $$package | grep '^Fuzz' | while read -r target; do \
	    go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -parallel 2 $$package || exit 1; \
	  done || exit 1; \
	done

.PHONY: picture
picture: ## the picture of the report that the README shows (needs Chromium)
	eval/report/picture

# The larger comparisons; eval/bench/README.md leads to what they have measured.
BENCH = go run ./eval/bench/hardwood-bench
.PHONY: bench-attack bench-rivals bench-train bench-harden bench-prove bench-smoothing

bench-attack: ## LT-Attack beside the paper's program and the optimum (needs ../shared; ARGS="--rows 0" for all rows, ARGS="--growth folder")
	$(BENCH) attack $(ARGS)

.PHONY: check-examples
check-examples: ## LT-Attack's examples on the reference models handed to XGBoost (needs ../shared, python3-xgboost)
	eval/bench/attacks/check-examples

.PHONY: check-levels
check-levels: ## examples on models with categories handed to XGBoost, scikit-learn and, where LIGHTGBM leads, LightGBM (needs ../shared)
	eval/bench/attacks/check-levels

.PHONY: check-foreign
check-foreign: ## a million predictions beside scikit-learn, XGBoost and, where XGBOOST and LIGHTGBM lead, more of them
	trainer/format/testdata/check-foreign

.PHONY: check-pipelines
check-pipelines: ## random pipelines of scikit-learn, some before XGBoost and LightGBM: PIPELINES of them from number FIRST
	HARDWOOD_PIPELINES=$(or $(PIPELINES),200) HARDWOOD_FIRST=$(or $(FIRST),0) go test -count 1 -timeout 0 -v -run PipelinesOfSklearn ./trainer/format/sklearn

bench-rivals: ## other attacks beside LT-Attack of its paper's program (needs ../shared; ARGS="--rows 20 --seeds 3")
	$(BENCH) rivals $(ARGS)

bench-train: ## our trainers on public tables as they are, and beside XGBoost, LightGBM and scikit-learn: speed, accuracy, growth (ARGS="--python ... speed")
	$(BENCH) train $(ARGS)

bench-harden: ## natural against robust training, robust accuracy decided exactly (on ../shared where it is; ARGS="--curve folder", "--distance", "--growth folder", "--folds 5")
	$(BENCH) harden --sets "$(SETS)" --strategies "$(or $(STRATEGIES),default)" $(ARGS)

bench-prove: ## proofs beside the paper's heuristic and the reference optima (needs ../shared; ARGS="--models higgs --rows 20")
	$(BENCH) prove $(ARGS)

bench-smoothing: ## randomly smoothed models beside the models themselves (ARGS="--model model.json --data test.csv --norm 2")
	$(BENCH) smoothing $(ARGS)

MODELS ?= 100000
FIRST ?= 0
.PHONY: soak
soak: ## random models, everything about them held against everything else: MODELS of them from number FIRST (from 4000000 on with one-hot groups)
	GODEBUG=tracebacklabels=1 go test -count 1 -timeout 0 -v ./eval/bench/soak -models $(MODELS) -first $(FIRST)

MOMENTS ?= 200
.PHONY: torture
torture: ## every command failed and killed at every operation on a file, under limits, and ended at MOMENTS random moments
	HARDWOOD_FAULTS=1 go test -count 1 -timeout 0 -v -run 'Test(Faults|Kills|SmallFiles|FewDescriptors)$$' ./cmd/hardwood
	HARDWOOD_MOMENTS=$(MOMENTS) go test -count 1 -timeout 0 -run TestEndsAtAnyMoment ./cmd/hardwood

SEEDS ?= 20
KILLS ?= 10
.PHONY: chaos
chaos: ## workers, server and commands that use them killed KILLS times for each of SEEDS seeds
	HARDWOOD_CHAOS_SEEDS=$(SEEDS) HARDWOOD_CHAOS_KILLS=$(KILLS) go test -count 1 -timeout 0 -v -run TestChaos ./cmd/hardwood
