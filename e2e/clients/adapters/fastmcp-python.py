import threading
import time
import urllib.request
import webbrowser

import lectern
import mcp_checks
from fastmcp import Client
from fastmcp.client.auth import BearerAuth, OAuth


def browse(address):
    """Agrees, and is sent back to where the client soon listens."""

    def visit():
        redirect = lectern.consent(address)
        for _ in range(100):
            try:
                return urllib.request.urlopen(redirect, timeout=10).read()
            except OSError:
                time.sleep(0.1)

    threading.Thread(target=visit, daemon=True).start()
    return True


webbrowser.open = browse


def open_client():
    return Client(lectern.mcp_url, auth=BearerAuth(lectern.api_key))


async def list_with(client):
    async with client:
        return [tool.name for tool in await client.list_tools()]


async def call_tool(name, arguments):
    async with open_client() as client:
        return mcp_checks.read_result(await client.call_tool(name, arguments))


mcp_checks.run(
    lambda headers: list_with(open_client()),
    call_tool,
    sign_in=lambda: list_with(Client(lectern.mcp_url, auth=OAuth(callback_timeout=30))),
)
