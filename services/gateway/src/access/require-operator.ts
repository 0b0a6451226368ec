import { AppError } from '@lectern/contracts';
import type { RequestHandler } from 'express';
import { getCaller } from '../auth/sessions/require-caller.ts';
import type { Memberships } from '../members/memberships.ts';

/** Lets pass administrators of the installation; comes after `requireCaller`. */
export function requireOperator({ isOperator }: Pick<Memberships, 'isOperator'>): RequestHandler {
  return async (request, _response, next) => {
    if (!(await isOperator(getCaller(request).userId))) {
      throw new AppError('forbidden', 'This is for the administrator of the installation.');
    }
    next();
  };
}
