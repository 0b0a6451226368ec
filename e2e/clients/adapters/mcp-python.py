import asyncio

import lectern
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client


def open_client(**settings):
    http = create_mcp_http_client(**settings)
    return Client(streamable_http_client(lectern.mcp_url, http_client=http))


async def list_tools():
    async with open_client(headers=lectern.headers) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert "search_documents" in names
        return f"{len(names)} tools, {client.protocol_version}"


async def call():
    async with open_client(headers=lectern.headers) as client:
        arguments = {"query": lectern.question, "limit": 3, "collection_filter": None}
        lectern.expect_answer((await client.call_tool("search_documents", arguments)).content[0].text)


async def oauth():
    async with open_client(auth=lectern.create_oauth_provider()) as client:
        assert (await client.list_tools()).tools


async def citations():
    async with open_client(headers=lectern.headers) as client:
        result = await client.call_tool("rag_query_with_chunks", {"question": lectern.question})
        lectern.expect_citation(result.structured_content)


async def main():
    await lectern.check("list", list_tools)
    await lectern.check("call", call)
    lectern.leave_out("stream", "tools answer as a whole")
    await lectern.check("oauth", oauth)
    await lectern.check("citations", citations)


asyncio.run(main())
