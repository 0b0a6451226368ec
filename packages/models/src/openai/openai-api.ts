import { z } from 'zod';

/** The fields that are read of one event of a streamed chat completion. */
export const completionChunkSchema = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        delta: z
          .looseObject({
            /** Mistral sends parts, of which those of type `thinking` have no text. */
            content: z
              .union([
                z.string(),
                z
                  .array(z.looseObject({ text: z.string().optional() }))
                  .transform((parts) => parts.map(({ text = '' }) => text).join('')),
              ])
              .nullish(),
            refusal: z.string().nullish(),
            tool_calls: z
              .array(
                z.looseObject({
                  index: z.number().int().nullish(),
                  id: z.string().nullish(),
                  function: z
                    .looseObject({ name: z.string().nullish(), arguments: z.string().nullish() })
                    .nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z
    .looseObject({ prompt_tokens: z.number().int(), completion_tokens: z.number().int() })
    .nullish(),
  error: z.unknown().optional(),
});
export type CompletionChunk = z.infer<typeof completionChunkSchema>;
