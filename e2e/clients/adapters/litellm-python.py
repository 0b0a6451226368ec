import asyncio
import os

# Its table of prices comes with the package; else it asks for a newer one at each start.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import lectern
import litellm

ask = {
    "model": "openai/lectern-knowledge",
    "api_base": lectern.v1_url,
    "messages": [{"role": "user", "content": lectern.question}],
    "num_retries": 0,
}


def list_now():
    return litellm.get_valid_models(
        check_provider_endpoint=True,
        custom_llm_provider="openai",
        api_key=lectern.api_key,
        api_base=lectern.v1_url,
    )


async def list_models():
    models = await asyncio.to_thread(list_now)
    assert any(model.endswith("lectern-knowledge") for model in models), models
    return f"{len(models)} models"


async def call():
    completion = await litellm.acompletion(**ask, api_key=lectern.api_key)
    lectern.expect_answer(completion.choices[0].message.content)
    embeddings = await litellm.aembedding(
        model="openai/lectern-embedding",
        input=["a"],
        api_base=lectern.v1_url,
        api_key=lectern.api_key,
    )
    assert len(embeddings.data[0]["embedding"]) > 8
    return "chat, embeddings"


async def stream():
    answer = ""
    async for chunk in await litellm.acompletion(**ask, api_key=lectern.api_key, stream=True):
        if chunk.choices:
            answer += chunk.choices[0].delta.content or ""
    lectern.expect_answer(answer)


async def key():
    try:
        await litellm.acompletion(**ask, api_key="lct_wrong")
    except litellm.AuthenticationError:
        return
    raise AssertionError("a wrong key was taken")


async def citations():
    message = (await litellm.acompletion(**ask, api_key=lectern.api_key)).choices[0].message
    lectern.expect_citation({"data": {"citations": message.provider_specific_fields["citations"]}})
    return "provider_specific_fields"


async def main():
    await lectern.check("list", list_models)
    await lectern.check("call", call)
    await lectern.check("stream", stream)
    await lectern.check("key", key)
    await lectern.check("citations", citations)


asyncio.run(main())
