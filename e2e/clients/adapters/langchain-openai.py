import asyncio

import lectern
import openai
from langchain_openai import ChatOpenAI, OpenAIEmbeddings


def open_model(api_key=lectern.api_key, **settings):
    return ChatOpenAI(
        model="lectern-knowledge",
        base_url=lectern.v1_url,
        api_key=api_key,
        max_retries=0,
        **settings,
    )


async def call():
    lectern.expect_answer((await open_model().ainvoke(lectern.question)).text)
    responses = open_model(use_responses_api=True)
    lectern.expect_answer((await responses.ainvoke(lectern.question)).text)
    embeddings = OpenAIEmbeddings(
        model="lectern-embedding",
        base_url=lectern.v1_url,
        api_key=lectern.api_key,
        check_embedding_ctx_length=False,
    )
    assert len(await embeddings.aembed_query("a")) > 8
    return "chat, responses, embeddings"


async def stream():
    answer = "".join([chunk.text async for chunk in open_model().astream(lectern.question)])
    lectern.expect_answer(answer)


async def key():
    try:
        await open_model("lct_wrong").ainvoke(lectern.question)
    except openai.AuthenticationError:
        return
    raise AssertionError("a wrong key was taken")


async def citations():
    """In OpenAI's form, which it reads over the Responses API."""
    message = await open_model(use_responses_api=True).ainvoke(lectern.question)
    [annotation, *_] = [
        annotation for block in message.content for annotation in block.get("annotations", [])
    ]
    assert annotation["url"]
    return "annotations, by the Responses API"


async def main():
    lectern.leave_out("list", "it has no list of models")
    await lectern.check("call", call)
    await lectern.check("stream", stream)
    await lectern.check("key", key)
    await lectern.check("citations", citations)


asyncio.run(main())
