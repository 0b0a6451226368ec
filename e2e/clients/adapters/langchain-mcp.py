import asyncio
import json

import lectern
from langchain_mcp_adapters.client import MultiServerMCPClient


async def get_tools(**settings):
    connection = {"transport": "streamable_http", "url": lectern.mcp_url, **settings}
    tools = await MultiServerMCPClient({"lectern": connection}).get_tools()
    return {tool.name: tool for tool in tools}


async def list_tools():
    tools = await get_tools(headers=lectern.headers)
    assert "search_documents" in tools
    return f"{len(tools)} tools"


async def call():
    tool = (await get_tools(headers=lectern.headers))["search_documents"]
    lectern.expect_answer(str(await tool.ainvoke({"query": lectern.question, "limit": 3})))


async def oauth():
    assert await get_tools(auth=lectern.create_oauth_provider())


async def citations():
    tool = (await get_tools(headers=lectern.headers))["rag_query_with_chunks"]
    [content] = await tool.ainvoke({"question": lectern.question})
    lectern.expect_citation(json.loads(content["text"]))


async def main():
    await lectern.check("list", list_tools)
    await lectern.check("call", call)
    lectern.leave_out("stream", "tools answer as a whole")
    await lectern.check("oauth", oauth)
    await lectern.check("citations", citations)


asyncio.run(main())
