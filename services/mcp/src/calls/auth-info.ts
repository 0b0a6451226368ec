import { deadlineHeader } from '@lectern/contracts';
import { getPrincipal } from '@lectern/service';
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { Request } from 'express';
import type { ToolCall } from './tool-call.ts';

export type Caller = Omit<ToolCall, 'signal'>;

/** What the SDK carries from the HTTP request to the tool. */
export function toAuthInfo(request: Request): AuthInfo {
  const principal = getPrincipal(request);
  const token = request.token ?? '';
  const deadlineMs = Number(request.header(deadlineHeader));
  const caller: Caller = {
    principal,
    token,
    requestId: request.id,
    deadlineMs: deadlineMs > 0 ? deadlineMs : undefined,
  };
  return { token, clientId: principal.userId, scopes: [...principal.scopes], extra: { caller } };
}

export function readCaller(auth: AuthInfo | undefined): Caller | undefined {
  return auth?.extra?.caller as Caller | undefined;
}
