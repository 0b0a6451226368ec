import asyncio

import lectern
from pydantic_ai.mcp import MCPToolset


def open_toolset(**settings):
    return MCPToolset(lectern.mcp_url, **settings)


async def list_tools():
    async with open_toolset(headers=lectern.headers) as toolset:
        names = [tool.name for tool in await toolset.list_tools()]
        assert "search_documents" in names
        return f"{len(names)} tools"


async def call():
    async with open_toolset(headers=lectern.headers) as toolset:
        arguments = {"query": lectern.question, "limit": 3}
        lectern.expect_answer(str(await toolset.direct_call_tool("search_documents", arguments)))


async def oauth():
    async with open_toolset(auth=lectern.create_oauth_provider()) as toolset:
        assert await toolset.list_tools()


async def citations():
    async with open_toolset(headers=lectern.headers) as toolset:
        arguments = {"question": lectern.question}
        lectern.expect_citation(await toolset.direct_call_tool("rag_query_with_chunks", arguments))


async def main():
    await lectern.check("list", list_tools)
    await lectern.check("call", call)
    lectern.leave_out("stream", "tools answer as a whole")
    await lectern.check("oauth", oauth)
    await lectern.check("citations", citations)


asyncio.run(main())
