"""The checks of every MCP client in Python: they differ in how they list, call and sign in."""

import asyncio
import json

import lectern

search_arguments = {"query": lectern.question, "limit": 3}


def run(list_tools, call_tool, *, sign_in=None, search_arguments=search_arguments, list_note=""):
    """
    `list_tools` gives the tools' names to a sign-in, `headers=` or `auth=`; `call_tool` gives what a
    tool said, as an object. `sign_in` gives the names after OAuth from nothing, where a client does
    it in a way of its own. `list_note` is what the list shows beyond its length.
    """

    async def list_with_key():
        names = await list_tools(headers=lectern.headers)
        assert "search_documents" in names
        return f"{len(names)} tools{list_note}"

    async def search():
        lectern.expect_answer(json.dumps(await call_tool("search_documents", search_arguments)))

    async def list_with_oauth():
        names = await (sign_in() if sign_in else list_tools(auth=lectern.create_oauth_provider()))
        assert {"research", "rag_query_with_chunks"} <= set(names), names

    async def cite():
        arguments = {"question": lectern.question}
        lectern.expect_citation(await call_tool("rag_query_with_chunks", arguments))

    async def check_all():
        await lectern.check("list", list_with_key)
        await lectern.check("call", search)
        lectern.leave_out("stream", "tools answer as a whole")
        await lectern.check("oauth", list_with_oauth)
        await lectern.check("citations", cite)

    asyncio.run(check_all())


def read_result(result):
    """What a result of MCP says: the same as text and as structured content."""
    text = result.content[0].text
    # An error has no structured content, and need not be JSON.
    assert result.structured_content is not None, f"no structured content: {text[:300]}"
    assert json.loads(text) == result.structured_content
    return result.structured_content
