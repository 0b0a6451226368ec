import asyncio

import lectern
from agents.mcp import MCPServerStreamableHttp, MCPUtil


def open_server(**settings):
    return MCPServerStreamableHttp(
        params={"url": lectern.mcp_url, "timeout": 30, **settings},
        client_session_timeout_seconds=60,
    )


async def list_tools():
    async with open_server(headers=lectern.headers) as server:
        tools = await server.list_tools()
        assert "search_documents" in [tool.name for tool in tools]
        for tool in tools:
            MCPUtil.to_function_tool(tool, server, convert_schemas_to_strict=True)
        return f"{len(tools)} tools, also in strict form"


async def call():
    async with open_server(headers=lectern.headers) as server:
        # Models send every argument of a strict form, the optional ones as null.
        arguments = {"query": lectern.question, "limit": None, "include_sources": None}
        lectern.expect_answer((await server.call_tool("search_documents", arguments)).content[0].text)


async def oauth():
    async with open_server(auth=lectern.create_oauth_provider()) as server:
        assert await server.list_tools()


async def citations():
    async with open_server(headers=lectern.headers) as server:
        result = await server.call_tool("rag_query_with_chunks", {"question": lectern.question})
        lectern.expect_citation(result.structured_content)


async def main():
    await lectern.check("list", list_tools)
    await lectern.check("call", call)
    lectern.leave_out("stream", "tools answer as a whole")
    await lectern.check("oauth", oauth)
    await lectern.check("citations", citations)


asyncio.run(main())
