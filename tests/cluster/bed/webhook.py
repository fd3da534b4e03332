"""Admission webhooks of the tests' own: one that denies, with words that have to reach the user, and one that is too slow."""
import contextlib
import base64
import http.server
import json
import ssl
import threading
import time

from programs import run

WORDS = "team vision may not use fabric red: ask netops"
# Namespaces with the label `webhook: KIND` have their pods asked about.
DENIES, SLOW = "denies", "slow"
TIMEOUT = 1
SLOWNESS = TIMEOUT + 2


class Answer(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        review = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path.startswith(f"/{SLOW}"):
            time.sleep(SLOWNESS)
        response = {"uid": review["request"]["uid"], "allowed": False, "status": {"code": 403, "message": WORDS}}
        text = json.dumps({"apiVersion": review["apiVersion"], "kind": "AdmissionReview", "response": response}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        with contextlib.suppress(OSError):  # the server has gone already, which is the point of the slow one
            self.wfile.write(text)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


@contextlib.contextmanager
def serving(folder):
    """Gives the ValidatingWebhookConfiguration to apply."""
    key, certificate = folder / "webhook.key", folder / "webhook.crt"
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=webhook", "-days", "30",
        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    served = Server(("127.0.0.1", 0), Answer)
    served.socket = context.wrap_socket(served.socket, server_side=True)
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    try:
        yield configuration(served.server_address[1], certificate)
    finally:
        served.shutdown()
        served.server_close()


def configuration(port, certificate):
    hooks = [{
        "name": f"{kind}.tests.railhead.dev", "sideEffects": "None", "admissionReviewVersions": ["v1"], "failurePolicy": "Fail",
        "timeoutSeconds": TIMEOUT if kind == SLOW else 10, "namespaceSelector": {"matchLabels": {"webhook": kind}},
        "rules": [{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["pods"]}],
        "clientConfig": {"url": f"https://127.0.0.1:{port}/{kind}", "caBundle": base64.b64encode(certificate.read_bytes()).decode()},
    } for kind in (DENIES, SLOW)]
    return {"apiVersion": "admissionregistration.k8s.io/v1", "kind": "ValidatingWebhookConfiguration", "metadata": {"name": "tests"}, "webhooks": hooks}
