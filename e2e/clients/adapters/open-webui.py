import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid

import lectern

model = "lectern-knowledge"
ask = {"model": model, "messages": [{"role": "user", "content": lectern.question}]}
data = os.path.abspath("data")


def start_server():
    """The whole program in a process of its own, with this suite as its only connection."""
    shutil.rmtree(data, ignore_errors=True)
    os.makedirs(data)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {
        **os.environ,
        "DATA_DIR": data,
        "WEBUI_AUTH": "false",
        "WEBUI_SECRET_KEY": "tried",
        "ENABLE_OLLAMA_API": "false",
        "OPENAI_API_BASE_URL": lectern.v1_url,
        "OPENAI_API_KEY": lectern.api_key,
        # Else it loads PyTorch for a model of its own, which is left out here.
        "RAG_EMBEDDING_ENGINE": "openai",
        "OFFLINE_MODE": "true",
    }
    program = os.path.join(os.path.dirname(sys.executable), "open-webui")
    address = ["--host", "127.0.0.1", "--port", str(port)]
    server = subprocess.Popen([program, "serve", *address], env=environment, stdout=sys.stderr)
    return server, f"http://127.0.0.1:{port}"


server, webui = start_server()
session = {}


def call_api(method, path, body=None):
    """Gives status and body, parsed where it is JSON."""
    request = urllib.request.Request(
        f"{webui}{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json", **session},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            status, text = answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        status, text = error.code, error.read().decode()
    try:
        return status, json.loads(text)
    except ValueError:
        return status, text


def sign_in():
    deadline = time.monotonic() + 240
    while True:
        try:
            status, body = call_api("POST", "/api/v1/auths/signin", {"email": "", "password": ""})
            break
        except OSError:
            assert server.poll() is None, f"Open WebUI ended with {server.returncode}"
            assert time.monotonic() < deadline, "Open WebUI did not start"
            time.sleep(1)
    assert status == 200, body
    session["Authorization"] = f"Bearer {body['token']}"


def list_models():
    _, body = call_api("GET", "/api/models")
    names = [one["id"] for one in body["data"]]
    assert model in names, names
    return f"{len(names)} models"


def call():
    status, body = call_api("POST", "/api/chat/completions", {**ask, "stream": False})
    assert status == 200, body
    lectern.expect_answer(body["choices"][0]["message"]["content"])


def stream():
    _, text = call_api("POST", "/api/chat/completions", {**ask, "stream": True})
    answer = ""
    for line in text.splitlines():
        if line.startswith("data: {"):
            for choice in json.loads(line[6:]).get("choices", []):
                answer += choice["delta"].get("content") or ""
    lectern.expect_answer(answer)


def key():
    connection = {"url": lectern.v1_url, "key": lectern.api_key}
    assert call_api("POST", "/openai/verify", connection)[0] == 200
    status, body = call_api("POST", "/openai/verify", {**connection, "key": "lct_wrong"})
    assert status == 401, (status, body)


def citations():
    """A turn as its page starts one; what it keeps of the answer's sources is shown there."""
    message_id, user_id = str(uuid.uuid4()), str(uuid.uuid4())
    turn = {
        **ask,
        "stream": True,
        "session_id": "tried",
        "parent_id": None,
        "message_ids": [{"model_id": model, "message_id": message_id}],
        "user_message": {"id": user_id, "role": "user", "content": lectern.question},
    }
    status, started = call_api("POST", "/api/chat/completions", turn)
    assert status == 200, started
    deadline = time.monotonic() + 60
    while True:
        _, chat = call_api("GET", f"/api/v1/chats/{started['chat_id']}")
        message = chat["chat"]["history"]["messages"].get(message_id, {})
        if message.get("done") and message.get("sources"):
            break
        assert time.monotonic() < deadline, f"no sources: {json.dumps(message)[:600]}"
        time.sleep(0.5)
    lectern.expect_answer(message["content"])
    source = message["sources"][0]["source"]
    assert source["url"] == "https://example.org/station", source
    return "sources of the message, from annotations"


def in_thread(work):
    return lambda: asyncio.to_thread(work)


async def main():
    await asyncio.to_thread(sign_in)
    await lectern.check("list", in_thread(list_models))
    await lectern.check("call", in_thread(call))
    await lectern.check("stream", in_thread(stream))
    await lectern.check("key", in_thread(key))
    await lectern.check("citations", in_thread(citations))


asyncio.run(main())
