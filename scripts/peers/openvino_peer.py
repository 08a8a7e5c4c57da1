"""One run of a network's file in OpenVINO on the CPU, one batch after the other."""

import numpy
import openvino

import measure

options = measure.parse(hint=("none", "latency"))
loaded = measure.resident_bytes()
settings = {
    # Left alone it takes bf16 where the processor has it.
    "INFERENCE_PRECISION_HINT": {"fp32": "f32", "bf16": "bf16"}[options.precision],
    "INFERENCE_NUM_THREADS": options.threads,
}
if options.hint != "none":
    settings["PERFORMANCE_HINT"] = options.hint.upper()
core = openvino.Core()
capabilities = core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
if options.precision == "bf16" and "BF16" not in capabilities:
    raise SystemExit("this processor has no bf16")
network = core.compile_model(options.onnx, "CPU", settings)
request = network.create_infer_request()
shape = (options.batch, 3, options.image_size, options.image_size)
images = numpy.random.default_rng(1).standard_normal(shape, numpy.float32)
request.set_input_tensor(openvino.Tensor(images, shared_memory=True))


def step():
    request.infer()
    return request.get_output_tensor().data


measure.measure(step, options, openvino.__version__.split("-")[0], loaded)
