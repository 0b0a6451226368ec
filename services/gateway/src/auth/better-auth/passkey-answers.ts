import { z } from 'zod';

const base64Url = z
  .string()
  .min(1)
  .max(40_000)
  .regex(/^[\w-]+$/);

const credential = {
  id: base64Url.max(1_400),
  rawId: base64Url.max(1_400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

const word = z.string().regex(/^[a-z-]{1,20}$/);

/** Schemas of a browser's passkey responses by path. Other values do not reach the database. */
export const passkeyAnswers: Readonly<Record<string, z.ZodType>> = {
  '/passkey/verify-registration': z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64Url,
      attestationObject: base64Url,
      transports: z.array(word).max(10).optional(),
    }),
  }),
  '/passkey/verify-authentication': z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64Url,
      authenticatorData: base64Url,
      signature: base64Url,
    }),
  }),
};
