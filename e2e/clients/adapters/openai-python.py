import asyncio

import lectern
import openai


def open_client(api_key=lectern.api_key):
    return openai.AsyncOpenAI(base_url=lectern.v1_url, api_key=api_key, max_retries=0)


ask = {
    "model": "lectern-knowledge",
    "messages": [{"role": "user", "content": lectern.question}],
}


async def list_models():
    models = [model.id async for model in open_client().models.list()]
    assert "lectern-knowledge" in models
    return f"{len(models)} models"


async def call():
    client = open_client()
    completion = await client.chat.completions.create(**ask)
    lectern.expect_answer(completion.choices[0].message.content)
    response = await client.responses.create(model=ask["model"], input=lectern.question)
    lectern.expect_answer(response.output_text)
    embeddings = await client.embeddings.create(model="lectern-embedding", input=["a", "b"])
    assert len(embeddings.data[1].embedding) > 8
    return "chat, responses, embeddings"


async def stream():
    client = open_client()
    answer = ""
    async for chunk in await client.chat.completions.create(**ask, stream=True):
        if chunk.choices:
            answer += chunk.choices[0].delta.content or ""
    lectern.expect_answer(answer)
    async with client.responses.stream(model=ask["model"], input=lectern.question) as response:
        lectern.expect_answer((await response.get_final_response()).output_text)


async def key():
    try:
        await open_client("lct_wrong").models.list()
    except openai.AuthenticationError:
        return
    raise AssertionError("a wrong key was taken")


async def citations():
    message = (await open_client().chat.completions.create(**ask)).choices[0].message
    lectern.expect_citation({"data": message.model_dump()})
    assert message.annotations[0].url_citation.url
    return "citations and annotations"


async def main():
    await lectern.check("list", list_models)
    await lectern.check("call", call)
    await lectern.check("stream", stream)
    await lectern.check("key", key)
    await lectern.check("citations", citations)


asyncio.run(main())
