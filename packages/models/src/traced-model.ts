import { streamInSpan } from '@lectern/service';
import type { LanguageModel } from './language-model.ts';

/** Wraps a model so that each call is a span with its name and token counts. Spans contain no text. */
export function createTracedModel(model: LanguageModel): LanguageModel {
  const { provider, name } = model;
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': name,
  };
  return {
    ...model,
    generate: (request, signal) =>
      streamInSpan(`model ${name}`, { attributes, kind: 'client' }, async function* (span) {
        for await (const event of model.generate(request, signal)) {
          if (event.type === 'finish') {
            span.setAttributes({
              'gen_ai.response.finish_reasons': [event.reason],
              'gen_ai.usage.input_tokens': event.usage?.promptTokens,
              'gen_ai.usage.output_tokens': event.usage?.completionTokens,
            });
          }
          yield event;
        }
      }),
  };
}
