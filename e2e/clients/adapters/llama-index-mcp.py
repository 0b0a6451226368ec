import asyncio
import json

import lectern
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec


async def get_tools(**settings):
    tools = await McpToolSpec(BasicMCPClient(lectern.mcp_url, **settings)).to_tool_list_async()
    return {tool.metadata.name: tool for tool in tools}


async def list_tools():
    tools = await get_tools(headers=lectern.headers)
    assert "search_documents" in tools
    # It raises where a description is longer than models take.
    for tool in tools.values():
        tool.metadata.to_openai_tool()
    return f"{len(tools)} tools"


async def call():
    tool = (await get_tools(headers=lectern.headers))["search_documents"]
    lectern.expect_answer(str(await tool.acall(query=lectern.question, limit=3)))


async def oauth():
    assert await get_tools(auth=lectern.create_oauth_provider())


async def citations():
    tool = (await get_tools(headers=lectern.headers))["rag_query_with_chunks"]
    output = await tool.acall(question=lectern.question)
    lectern.expect_citation(json.loads(output.raw_output.content[0].text))


async def main():
    await lectern.check("list", list_tools)
    await lectern.check("call", call)
    lectern.leave_out("stream", "tools answer as a whole")
    await lectern.check("oauth", oauth)
    await lectern.check("citations", citations)


asyncio.run(main())
