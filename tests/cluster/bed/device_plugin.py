"""A device plugin: advertises COUNT devices d0, d1 ... of a resource to the kubelet whose sockets are in FOLDER.

usage: device_plugin.py FOLDER RESOURCE COUNT [PATH=PLACE ...]

Whoever is given devices finds their ids in RAILHEAD_TEST_DEVICES, and as PATH what is PLACE on the node, a device or a folder. Lines on stdin switch devices:
`unhealthy d0`, `healthy d0`. It says `registered` each time it was, and `allocated d0,d1`. A kubelet that starts anew takes all
sockets away, upon which the plugin registers again. It ends with its input."""
import concurrent.futures
import os
import pathlib
import select
import sys
import threading

import grpc

import messages

SECONDS = 5


def as_is(message):
    """Messages are bytes on both sides of grpc."""
    return message


class Plugin:
    def __init__(self, folder, resource, count, given):
        self.folder, self.resource = folder, resource
        self.nodes = {inside: outside for inside, outside in given.items() if not os.path.isdir(outside)}
        self.mounts = {inside: outside for inside, outside in given.items() if os.path.isdir(outside)}
        self.socket = folder / f"{resource.replace('/', '_')}.sock"
        self.health = {f"d{number}": True for number in range(count)}
        self.changed = threading.Condition()
        self.server = None

    def options(self, _request, _context):
        return b""

    def list_and_watch(self, _request, context):
        """The devices, and again whenever the health of one changes."""
        said = None
        while context.is_active():
            with self.changed:
                if said == self.health:
                    self.changed.wait(0.5)
                    continue
                said = dict(self.health)
            yield messages.devices(said)

    def allocate(self, request, _context):
        answer = b""
        for ids in messages.asked_for(request):
            print(f"allocated {','.join(ids)}", flush=True)
            answer += messages.field(1, messages.container_response({"RAILHEAD_TEST_DEVICES": ",".join(ids)}, self.nodes, self.mounts))
        return answer

    def serve(self):
        """From a new socket, made known to the kubelet."""
        if self.server:
            self.server.stop(0).wait()
        self.socket.unlink(missing_ok=True)
        self.server = grpc.server(concurrent.futures.ThreadPoolExecutor(4))
        both = {"request_deserializer": as_is, "response_serializer": as_is}
        self.server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("v1beta1.DevicePlugin", {
            "GetDevicePluginOptions": grpc.unary_unary_rpc_method_handler(self.options, **both),
            "ListAndWatch": grpc.unary_stream_rpc_method_handler(self.list_and_watch, **both),
            "Allocate": grpc.unary_unary_rpc_method_handler(self.allocate, **both)}),))
        self.server.add_insecure_port(f"unix://{self.socket}")
        self.server.start()
        with grpc.insecure_channel(f"unix://{self.folder}/kubelet.sock") as channel:
            register = channel.unary_unary("/v1beta1.Registration/Register", request_serializer=as_is, response_deserializer=as_is)
            register(messages.register_request(self.socket.name, self.resource), timeout=SECONDS)
        print("registered", flush=True)

    def stay_known(self):
        """Registers where the kubelet does not know the plugin, or not any more."""
        if self.socket.exists():
            return
        try:
            self.serve()
        except grpc.RpcError:
            self.socket.unlink(missing_ok=True)  # no kubelet yet: the next try

    def switch(self, word, device):
        with self.changed:
            self.health[device] = word == "healthy"
            self.changed.notify_all()


def main():
    folder, resource, count, *given = sys.argv[1:]
    plugin = Plugin(pathlib.Path(folder), resource, int(count), dict(each.split("=", 1) for each in given))
    while True:
        plugin.stay_known()
        if not select.select([0], [], [], 0.5)[0]:
            continue
        words = os.read(0, 4096).decode().split()
        if not words:
            break
        for word, device in zip(words[::2], words[1::2]):
            plugin.switch(word, device)
    plugin.server.stop(0)


if __name__ == "__main__":
    main()
