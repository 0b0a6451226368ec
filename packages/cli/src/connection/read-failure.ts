import { AppError, errorBodySchema, isErrorCode } from '@lectern/contracts';

/** The error that a refused request names. */
export async function readFailure(response: Response): Promise<AppError> {
  const text = await response.text();
  const body = errorBodySchema.safeParse(parseJson(text)).data?.error;
  if (body && isErrorCode(body.code)) {
    return new AppError(body.code, body.message, body.details && { details: body.details });
  }
  return new AppError('upstream_failed', `The answer was ${response.status} in no known form.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
