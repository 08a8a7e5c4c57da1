// Every command line that is refused, with the words of the refusal.

#include "resnet_bench/error.hpp"

#include "cli/text.hpp"
#include "parse.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

struct Case {
  std::vector<std::string> words;
  std::string message;
};

const std::vector<Case> cases{
    // Words that are no option
    {{"--bathc", "32"}, "unknown option '--bathc'; allowed: see --help; did you mean '--batch'?"},
    {{"--bathc=32"}, "unknown option '--bathc'; allowed: see --help; did you mean '--batch'?"},
    {{"--iter", "5"}, "unknown option '--iter'; allowed: see --help; did you mean '--iterations'?"},
    {{"-batch", "32"}, "unknown option '-batch'; allowed: see --help; did you mean '--batch'?"},
    {{"-x"}, "unknown option '-x'; allowed: see --help; did you mean '--db'?"},
    {{"--"},
     "unexpected argument '--'; allowed: see --help; several values of one option are a list: "
     "A,B,C"},
    {{"--xyzzy"}, "unknown option '--xyzzy'; allowed: see --help; did you mean '--help'?"},
    {{"-1"},
     "unexpected argument '-1'; allowed: see --help; several values of one option are a list: "
     "A,B,C"},
    {{"64"}, "unknown command '64'; allowed: run, list, layers, compare; did you mean 'run'?"},
    {{"--batch", "32", "64"},
     "unexpected argument '64'; allowed: see --help; several values of one option are a list: "
     "A,B,C"},
    {{"--batch", "32", "run"},
     "unexpected argument 'run'; allowed: see --help; several values of one option are a list: "
     "A,B,C"},
    // Commands
    {{"rnu"}, "unknown command 'rnu'; allowed: run, list, layers, compare; did you mean 'run'?"},
    {{""}, "unknown command ''; allowed: run, list, layers, compare; did you mean 'run'?"},
    {{"help"},
     "unknown command 'help'; allowed: run, list, layers, compare; did you mean '--help'?"},
    {{"list"}, "list needs to know what; allowed: models, devices, algorithms, suites"},
    {{"list", "modles"},
     "list 'modles' is unknown; allowed: models, devices, algorithms, suites; did you mean "
     "'models'?"},
    {{"list", "models", "devices"},
     "unexpected argument 'devices'; allowed: see --help; several values of one option are a list: "
     "A,B,C"},
    {{"list", "models", "--batch", "3"},
     "unknown option '--batch'; allowed: see --help; did you mean '--help'?"},
    // layers
    {{"layers", "--model", "resnet18,resnet34"},
     "layers measures one model at one batch; allowed: one of --model and of --batch"},
    {{"layers", "--batch", "1,2"},
     "layers measures one model at one batch; allowed: one of --model and of --batch"},
    {{"layers", "--suite", "convnet", "--model", "resnet18"},
     "--suite and --model do not go together: a suite is of no network; allowed: one of them"},
    {{"layers", "--repro", "x", "--write-suite"},
     "--repro and --write-suite print different things; allowed: one of them"},
    {{"layers", "--network", "maybe"},
     "--network 'maybe' is unknown; allowed: auto, measure, none; did you mean 'auto'?"},
    {{"layers", "--select", ""}, "--select '' is empty; allowed: a part of a path"},
    {{"layers", "--max-seconds", "0"},
     "--max-seconds '0' is too small; allowed: numbers greater than 0"},
    {{"layers", "--iterations", "3"},
     "unknown option '--iterations'; allowed: see --help; did you mean '--version'?"},
    // --model
    {{"--model", "resnet51"},
     "--model 'resnet51' is unknown; allowed: cifar20, resnet18, resnet34, resnet50; did you mean "
     "'resnet50'?"},
    {{"--model", "resnet"},
     "--model 'resnet' is unknown; allowed: cifar20, resnet18, resnet34, resnet50; did you mean "
     "'resnet18'?"},
    {{"--model", ""}, "--model '' is empty; allowed: one value, or several as a list: A,B,C"},
    {{"--model", "resnet50,"},
     "--model 'resnet50,' has an empty entry; allowed: one value, or several as a list: A,B,C; did "
     "you mean 'resnet50'?"},
    {{"--model", ","},
     "--model ',' has an empty entry; allowed: one value, or several as a list: A,B,C"},
    // --batch
    {{"--batch", "0"}, "--batch '0' is too small; allowed: whole numbers from 1"},
    {{"--batch", "-1"}, "--batch '-1' is too small; allowed: whole numbers from 1"},
    {{"--batch", "1e12"},
     "--batch '1e12' is not a whole number; allowed: whole numbers from 1; did you mean "
     "1000000000000?"},
    {{"--batch", "32.0"},
     "--batch '32.0' is not a whole number; allowed: whole numbers from 1; did you mean 32?"},
    {{"--batch", "1.5"}, "--batch '1.5' is not a whole number; allowed: whole numbers from 1"},
    {{"--batch", "1e30"}, "--batch '1e30' is not a whole number; allowed: whole numbers from 1"},
    {{"--batch", "nan"}, "--batch 'nan' is not a whole number; allowed: whole numbers from 1"},
    {{"--batch", "many"}, "--batch 'many' is not a whole number; allowed: whole numbers from 1"},
    {{"--batch", ""}, "--batch '' is empty; allowed: one value, or several as a list: A,B,C"},
    {{"--batch="}, "--batch needs a value; allowed: --batch N[,N...]|max"},
    {{"--batch=", "--seed", "3"}, "--batch needs a value; allowed: --batch N[,N...]|max"},
    {{"--batch"}, "--batch needs a value; allowed: --batch N[,N...]|max"},
    {{"--batch", "--model", "resnet50"}, "--batch needs a value; allowed: --batch N[,N...]|max"},
    {{"--batch", "-v"}, "--batch needs a value; allowed: --batch N[,N...]|max"},
    {{"--batch", "32,"},
     "--batch '32,' has an empty entry; allowed: one value, or several as a list: A,B,C; did you "
     "mean '32'?"},
    {{"--batch", ",,"},
     "--batch ',,' has an empty entry; allowed: one value, or several as a list: A,B,C"},
    {{"--batch", " 32"}, "--batch ' 32' is not a whole number; allowed: whole numbers from 1"},
    {{"--batch", "99999999999999999999"},
     "--batch '99999999999999999999' is too large; allowed: whole numbers from 1 to "
     "9223372036854775807"},
    {{"--batch", "-99999999999999999999"},
     "--batch '-99999999999999999999' is too small; allowed: whole numbers from 1"},
    {{"--batch", "32,99999999999999999999"},
     "--batch '99999999999999999999' is too large; allowed: whole numbers from 1 to "
     "9223372036854775807"},
    {{"--batch", "max", "--launches", "2"},
     "--batch max is for one process; allowed with --launches and --instances: numbers"},
    {{"--batch", "1,0"}, "--batch '0' is too small; allowed: whole numbers from 1"},
    {{"--batch", "32", "--batch", "64"},
     "--batch is given 2 times ('32', then '64'); allowed: once"},
    // Names of tf_cnn_benchmarks
    {{"--batch_size", "0"}, "--batch_size '0' is too small; allowed: whole numbers from 1"},
    {{"--batch_size", "4", "--batch", "4"},
     "--batch_size and --batch mean the same; allowed: one of them"},
    {{"--num_batches", "4", "--iterations", "4"},
     "--num_batches and --iterations mean the same; allowed: one of them"},
    {{"--num_batches", "0"}, "--num_batches '0' is too small; allowed: whole numbers from 1"},
    {{"--num_warmup_batches", "-1"},
     "--num_warmup_batches '-1' is too small; allowed: whole numbers from 0"},
    {{"--forward_only", "--mode", "train"},
     "--forward_only and --mode mean the same; allowed: one of them"},
    {{"--forward_only=maybe"},
     "--forward_only 'maybe' is unknown; allowed: true, false, 1, 0, yes, no; did you mean "
     "'false'?"},
    {{"--data_format", "NCWH"},
     "--data_format 'NCWH' is unknown; allowed: NHWC, NCHW; did you mean 'NCHW'?"},
    {{"--data_format", "NHWC", "--layout", "nhwc"},
     "--data_format and --layout mean the same; allowed: one of them"},
    {{"--num_gpus", "2"},
     "--num_gpus '2' is too large; allowed: whole numbers from 0 to 1 (several devices cannot be "
     "used yet)"},
    {{"--num_gpus", "1", "--device", "cpu"},
     "--num_gpus and --device mean the same; allowed: one of them"},
    // --image-size and --classes
    {{"--image-size", "31"},
     "--image-size '31' is too small for resnet50; allowed: whole numbers from 32 (the network's "
     "total stride)"},
    {{"--image-size", "3"}, "--image-size '3' is too small; allowed: whole numbers from 4"},
    {{"--image-size", "3", "--model", "cifar20"},
     "--image-size '3' is too small; allowed: whole numbers from 4"},
    {{"--image-size", "16", "--model", "resnet18,resnet34"},
     "--image-size '16' is too small for resnet18; allowed: whole numbers from 32 (the network's "
     "total stride)"},
    {{"--image-size", "-1"}, "--image-size '-1' is too small; allowed: whole numbers from 4"},
    {{"--image-size", "0"}, "--image-size '0' is too small; allowed: whole numbers from 4"},
    {{"--classes", "0"}, "--classes '0' is too small; allowed: whole numbers from 1"},
    {{"--classes", "a"}, "--classes 'a' is not a whole number; allowed: whole numbers from 1"},
    // One of a few words
    {{"--mode", "training"},
     "--mode 'training' is unknown; allowed: train, infer; did you mean 'train'?"},
    {{"--mode", "inference"},
     "--mode 'inference' is unknown; allowed: train, infer; did you mean 'infer'?"},
    {{"--mode", "both"}, "--mode 'both' is unknown; allowed: train, infer; did you mean 'train'?"},
    {{"--variant", "v2"}, "--variant 'v2' is unknown; allowed: v1.5, v1; did you mean 'v1'?"},
    // --device and --threads
    {{"--device", "gpu"},
     "--device 'gpu' is unknown; allowed: auto, cpu, cuda, cuda:I, reference; did you mean "
     "'cuda'?"},
    {{"--device", "gpu:0"},
     "--device 'gpu:0' is unknown; allowed: auto, cpu, cuda, cuda:I, reference; did you mean "
     "'cuda'?"},
    {{"--device", "cdua"},
     "--device 'cdua' is unknown; allowed: auto, cpu, cuda, cuda:I, reference; did you mean "
     "'cuda'?"},
    {{"--graph", "maybe"}, "--graph 'maybe' is unknown; allowed: on, off; did you mean 'on'?"},
    {{"--graph", "on", "--device", "cpu"},
     "--graph on needs --device cuda; allowed on --device cpu: off"},
    {{"--graph", "on", "--timing", "sync"},
     "--graph on cannot wait after each layer, as --timing sync does; allowed: marks"},
    {{"--device", "cuda:x"},
     "--device cuda: 'x' is not a whole number; allowed: whole numbers from 0"},
    {{"--device", "cuda:-1"}, "--device cuda: '-1' is too small; allowed: whole numbers from 0"},
    {{"--device", "cuda:"}, "--device cuda: '' is empty; allowed: whole numbers from 0"},
    {{"--device", "cuda:I"},
     "--device cuda: 'I' is not a whole number; allowed: whole numbers from 0"},
    {{"--device", ""}, "--device '' is empty; allowed: auto, cpu, cuda, cuda:I, reference"},
    // --pin, --numa
    {{"--pin", "some"},
     "--pin 'some' is no list of processors; allowed: auto, none or a list of 0-3,8-11"},
    {{"--pin", "-1"},
     "--pin '-1' is no list of processors; allowed: auto, none or a list of 0-3,8-11"},
    {{"--pin", "0-"},
     "--pin '0-' is no list of processors; allowed: auto, none or a list of 0-3,8-11"},
    {{"--pin", "99999999999"},
     "--pin '99999999999' is no list of processors; allowed: auto, none or a list of 0-3,8-11"},
    {{"--pin", "3-0"},
     "--pin '3-0' has the range '3-0', which falls; allowed: auto, none or a list of 0-3,8-11"},
    {{"--pin", "0-4"},
     "--pin '0-4' has processor 4, which this process may not use; allowed: auto, none or a list "
     "of 0-3,8-11"},
    {{"--pin", "1,0-1"},
     "--pin '1,0-1' has processor 1 twice; allowed: auto, none or a list of 0-3,8-11"},
    {{"--pin", "0-1", "--threads", "3"},
     "--pin lists 2 processors for --threads 3; allowed: as many, or no --threads"},
    {{"--pin", "0", "--device", "reference"},
     "--pin with a list needs --device cpu; allowed on --device reference: none"},
    {{"--numa", "remote"},
     "--numa 'remote' is unknown; allowed: local, interleave; did you mean 'local'?"},
    {{"--threads", "0"},
     "--threads '0' is too small; allowed: whole numbers from 1 to 8 (processors this process may "
     "use)"},
    {{"--threads", "-1"},
     "--threads '-1' is too small; allowed: whole numbers from 1 to 8 (processors this process may "
     "use)"},
    {{"--threads", "9"},
     "--threads '9' is too large; allowed: whole numbers from 1 to 8 (processors this process may "
     "use)"},
    {{"--threads", "1000000000000"},
     "--threads '1000000000000' is too large; allowed: whole numbers from 1 to 8 (processors this "
     "process may use)"},
    // How
    {{"--precision", "fp33"},
     "--precision 'fp33' is unknown; allowed: fp32, fp64, tf32, fp16, bf16; did you mean 'fp32'?"},
    {{"--fusion", "all"},
     "--fusion 'all' is unknown; allowed: auto, none, bn, fold; did you mean 'auto'?"},
    {{"--fusion", "fold"},
     "--fusion fold needs --mode infer, for it freezes BatchNorm; allowed in training: auto, none, "
     "bn"},
    {{"--fusion", "fold", "--mode", "train"},
     "--fusion fold needs --mode infer, for it freezes BatchNorm; allowed in training: auto, none, "
     "bn"},
    {{"--layout", "nchw16c"},
     "--layout 'nchw16c' is unknown; allowed: auto, nhwc, nchw, blocked; did you mean 'nchw'?"},
    {{"--conv", ""}, "--conv '' is empty; allowed: auto, library, an algorithm's name"},
    // How long
    {{"--iterations", "0"}, "--iterations '0' is too small; allowed: whole numbers from 1"},
    {{"--iterations", "-3"}, "--iterations '-3' is too small; allowed: whole numbers from 1"},
    {{"--warmup", "-1"}, "--warmup '-1' is too small; allowed: whole numbers from 0"},
    {{"--max-seconds", "0"}, "--max-seconds '0' is too small; allowed: numbers greater than 0"},
    {{"--max-seconds", "-5"}, "--max-seconds '-5' is too small; allowed: numbers greater than 0"},
    {{"--max-seconds", "nan"},
     "--max-seconds 'nan' is not finite; allowed: numbers greater than 0"},
    {{"--max-seconds", "inf"},
     "--max-seconds 'inf' is not finite; allowed: numbers greater than 0"},
    {{"--max-seconds", "1e999"},
     "--max-seconds '1e999' is out of range; allowed: numbers greater than 0"},
    {{"--max-seconds", "2min"},
     "--max-seconds '2min' is not a number; allowed: numbers greater than 0"},
    {{"--max-seconds", ""}, "--max-seconds '' is empty; allowed: numbers greater than 0"},
    // Testing
    {{"--seed", "-1"}, "--seed '-1' is too small; allowed: whole numbers from 0"},
    {{"--seed", "x"}, "--seed 'x' is not a whole number; allowed: whole numbers from 0"},
    {{"--data", "ones"}, "--data 'ones' is unknown; allowed: random, zeros; did you mean 'zeros'?"},
    {{"--batches", "0"}, "--batches '0' is too small; allowed: whole numbers from 1"},
    {{"--learning-rate", "0"}, "--learning-rate '0' is too small; allowed: numbers greater than 0"},
    {{"--learning-rate", "-0.1"},
     "--learning-rate '-0.1' is too small; allowed: numbers greater than 0"},
    {{"--init", "zero"},
     "--init 'zero' is unknown; allowed: standard, random, separated; did you mean 'random'?"},
    {{"--timing", "events"},
     "--timing 'events' is unknown; allowed: marks, sync; did you mean 'marks'?"},
    // Output
    {{"--raw", "some"},
     "--raw 'some' is not a whole number; allowed: whole numbers from 0; or all, or none"},
    {{"--raw", "-1"}, "--raw '-1' is too small; allowed: whole numbers from 0; or all, or none"},
    {{"--label", "driver"}, "--label 'driver' has no '='; allowed: KEY=VALUE"},
    {{"--label", "=5"}, "--label '=5' has no key; allowed: KEY=VALUE"},
    {{"--label", "a=1", "--label", "a=2"}, "--label gives the key 'a' twice; allowed: once"},
    {{"--label", ""}, "--label '' has no '='; allowed: KEY=VALUE"},
    {{"--db", ""}, "--db '' is empty; allowed: the name of a file"},
    {{"--summary", ""}, "--summary '' is empty; allowed: the name of a file"},
    {{"--format", "xml"},
     "--format 'xml' is unknown; allowed: table, csv, json, md, tsv; did you mean 'md'?"},
    {{"--format", "CSV"},
     "--format 'CSV' is unknown; allowed: table, csv, json, md, tsv; did you mean 'csv'?"},
    {{"--dump-leaves"}, "--dump-leaves needs a file; allowed: with --dump-tensors FILE"},
    {{"--dump-tensors", "a.st", "--batch", "1,2"},
     "--dump-tensors writes one run, but --model and --batch make 2; allowed: one model and one "
     "batch"},
    // Flags
    {{"--dry-run=perhaps"},
     "--dry-run 'perhaps' is unknown; allowed: true, false, 1, 0, yes, no; did you mean 'yes'?"},
    {{"--dry-run", "--dry-run"}, "--dry-run is given 2 times ('true', then 'true'); allowed: once"},
    {{"-v", "-q"}, "--verbose and --quiet are opposites; allowed: one of them"},
    {{"-q", "-q"}, "--quiet is given 2 times ('true', then 'true'); allowed: once"},
    {{"-vq"}, "--verbose and --quiet are opposites; allowed: one of them"},
    // What is hardly text
    {{"--model", "\xff\xfe"}, "argument '\\xff\\xfe' is not valid text; allowed: UTF-8"},
    {{"\xff"}, "argument '\\xff' is not valid text; allowed: UTF-8"},
    {{"--model", "a\nb"},
     "--model 'a\\x0ab' is unknown; allowed: cifar20, resnet18, resnet34, resnet50; did you mean "
     "'cifar20'?"},
    {{"--model", std::string(300, 'x')},
     "--model "
     "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' is "
     "unknown; allowed: cifar20, resnet18, resnet34, resnet50; did you mean 'cifar20'?"},
    {{"-verbose"}, "unknown option '-erbose'; allowed: see --help; did you mean '--verbose'?"},
    {{"-v=3"}, "unknown option '-=3'; allowed: see --help; did you mean '--db'?"},
};

TEST(Refusals, Words) {
  for (const Case& refused : cases) {
    const std::string shown = joined(refused.words, " ");
    try {
      parse(refused.words);
      ADD_FAILURE() << "was accepted: " << in_quotes(shown);
    } catch (const Refusal& refusal) {
      EXPECT_EQ(refusal.what(), refused.message) << "for: " << in_quotes(shown);
    }
  }
}

}  // namespace
}  // namespace resnet_bench
