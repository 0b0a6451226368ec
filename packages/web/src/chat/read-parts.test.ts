import { describe, expect, it } from '@jest/globals';
import { brokenOffText } from '@lectern/contracts/broken-off';
import type { UIMessageChunk } from 'ai';
import { readParts } from './read-parts.ts';
import { TurnFailure } from './turn-failure.ts';

const delta: UIMessageChunk = { type: 'text-delta', id: 't', delta: 'a' };

async function read(stream: ReadableStream<UIMessageChunk>) {
  const read: UIMessageChunk[] = [];
  try {
    for await (const part of stream.pipeThrough(readParts())) read.push(part);
    return { read, error: undefined };
  } catch (error) {
    return { read, error };
  }
}

describe('readParts', () => {
  it('tells a turn that failed from a connection that broke off, whatever their sentences say', async () => {
    const sentence = 'The network of the model is not available.';
    const failed = new ReadableStream<UIMessageChunk>({
      start(controller) {
        controller.enqueue({ type: 'error', errorText: sentence });
      },
    });
    const broken = new ReadableStream<UIMessageChunk>({
      pull: (controller) => controller.error(new TypeError(sentence)),
    });
    expect((await read(failed)).error).toEqual(new TurnFailure(sentence));
    expect((await read(broken)).error).not.toBeInstanceOf(TurnFailure);
  });

  it('takes a service that went away for a connection that broke off, so that the page looks again', async () => {
    const left = new ReadableStream<UIMessageChunk>({
      start: (controller) => controller.enqueue({ type: 'error', errorText: brokenOffText }),
    });
    const { error } = await read(left);
    expect(error).toEqual(new Error(brokenOffText));
    expect(error).not.toBeInstanceOf(TurnFailure);
  });

  it('takes a part of another form for a connection that broke off', async () => {
    const status = { event: 'tool_begin', tool_name: 'search', title: 'Searching' };
    const odd = new ReadableStream<UIMessageChunk>({
      start(controller) {
        controller.enqueue(delta);
        controller.enqueue({ type: 'data-status', data: status, transient: true });
      },
    });
    const { read: parts, error } = await read(odd);
    expect(parts).toEqual([delta]);
    expect(error).toEqual(new Error('A part of another form: data-status'));
    expect(error).not.toBeInstanceOf(TurnFailure);
  });

  it('passes on every other part', async () => {
    const whole = new ReadableStream<UIMessageChunk>({
      start(controller) {
        controller.enqueue(delta);
        controller.close();
      },
    });
    expect(await read(whole)).toEqual({ read: [delta], error: undefined });
  });
});
