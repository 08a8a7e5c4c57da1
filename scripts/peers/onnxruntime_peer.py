"""One run of a network's file in ONNX Runtime on the CPU."""

import numpy
import onnxruntime

import measure

options = measure.parse(output=("new", "bound"))
loaded = measure.resident_bytes()
settings = onnxruntime.SessionOptions()
settings.intra_op_num_threads = options.threads
settings.inter_op_num_threads = 1
session = onnxruntime.InferenceSession(
    options.onnx, settings, providers=["CPUExecutionProvider"]
)
shape = (options.batch, 3, options.image_size, options.image_size)
images = numpy.random.default_rng(1).standard_normal(shape, numpy.float32)


def step():
    return session.run(["logits"], {"images": images})[0]


if options.output == "bound":  # input and output stay where they are
    binding = session.io_binding()
    logits = onnxruntime.OrtValue.ortvalue_from_shape_and_type(
        session.get_outputs()[0].shape, numpy.float32
    )
    binding.bind_ortvalue_input("images", onnxruntime.OrtValue.ortvalue_from_numpy(images))
    binding.bind_ortvalue_output("logits", logits)

    def step():
        session.run_with_iobinding(binding)
        return logits.numpy()


measure.measure(step, options, onnxruntime.__version__, loaded)
