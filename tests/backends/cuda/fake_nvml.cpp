/// Stands for libnvidia-ml.so.1: a GPU without a fan, whose other sensors say what the test set.
namespace {
double values[16];
int opened = 0;
constexpr int not_supported = 3;
constexpr int not_found = 6;

template <class Number>
int give(double value, Number* out) {
  *out = static_cast<Number>(value);
  return opened > 0 ? 0 : 1;
}
}  // namespace

extern "C" {
void fake_nvml_set(int which, double value) { values[which] = value; }
int fake_nvml_opened() { return opened; }

int nvmlInit_v2() { return ++opened, 0; }
int nvmlShutdown() { return --opened, 0; }
const char* nvmlErrorString(int status) {
  return status == not_supported ? "Not Supported" : status == not_found ? "Not Found" : "Else";
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* bus_id, void** device) {
  *device = values;
  return bus_id[5] == '0' && bus_id[6] == '1' ? 0 : not_found;
}
int nvmlDeviceGetClockInfo(void*, int which, unsigned* mhz) { return give(values[which], mhz); }
int nvmlDeviceGetTemperature(void*, int, unsigned* celsius) { return give(values[3], celsius); }
int nvmlDeviceGetFanSpeed(void*, unsigned*) { return not_supported; }
int nvmlDeviceGetPowerUsage(void*, unsigned* milliwatts) { return give(values[4], milliwatts); }
int nvmlDeviceGetTotalEnergyConsumption(void*, unsigned long long* millijoules) {
  return give(values[5], millijoules);
}
int nvmlDeviceGetUtilizationRates(void*, unsigned* gpu_and_memory) {
  gpu_and_memory[1] = static_cast<unsigned>(values[7]);
  return give(values[6], gpu_and_memory);
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* bits) {
  return give(values[8], bits);
}
int nvmlDeviceGetTotalEccErrors(void*, int which, int, unsigned long long* errors) {
  return give(values[9 + which], errors);
}
int nvmlDeviceGetCurrPcieLinkWidth(void*, unsigned* lanes) { return give(values[11], lanes); }
}
