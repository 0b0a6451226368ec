import asyncio
import threading
import time
import urllib.request
import webbrowser

import lectern
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


async def list_tools():
    async with open_client() as client:
        names = [tool.name for tool in await client.list_tools()]
        assert "search_documents" in names
        return f"{len(names)} tools"


async def call():
    async with open_client() as client:
        arguments = {"query": lectern.question, "limit": 3}
        lectern.expect_answer((await client.call_tool("search_documents", arguments)).content[0].text)


async def oauth():
    async with Client(lectern.mcp_url, auth=OAuth(callback_timeout=30)) as client:
        assert await client.list_tools()


async def citations():
    async with open_client() as client:
        result = await client.call_tool("rag_query_with_chunks", {"question": lectern.question})
        lectern.expect_citation(result.structured_content)


async def main():
    await lectern.check("list", list_tools)
    await lectern.check("call", call)
    lectern.leave_out("stream", "tools answer as a whole")
    await lectern.check("oauth", oauth)
    await lectern.check("citations", citations)


asyncio.run(main())
