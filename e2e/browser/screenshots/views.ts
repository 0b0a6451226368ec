import type { Page } from 'playwright-core';
import type { ShownIds } from './fill-suite.ts';

/** A state of a page of which there is a picture. */
export interface View {
  readonly name: string;
  readonly path: string;
  /** Seen by who is not signed in. */
  readonly isOpen?: boolean;
  readonly show?: (page: Page) => Promise<void>;
}

export function listViews(ids: ShownIds): readonly View[] {
  const { collectionId, documentId, pdfId, conversationId, messageId, runId } = ids;
  return [
    { name: 'sign-in', path: '/', isOpen: true },
    { name: 'join', path: '/join?token=t', isOpen: true },
    { name: 'new-chat', path: '/' },
    { name: 'chat', path: `/chat/${conversationId}`, show: waitForAnswer },
    {
      name: 'chat-source',
      path: `/chat/${conversationId}?source=${encodeURIComponent(`"${messageId}.1"`)}`,
      show: waitForMark,
    },
    { name: 'documents', path: '/library' },
    { name: 'collection', path: `/library/${collectionId}` },
    { name: 'document', path: `/documents/${documentId}`, show: waitForReader },
    { name: 'document-pdf', path: `/documents/${pdfId}`, show: waitForReader },
    { name: 'search', path: '/search', show: search },
    { name: 'research', path: '/research' },
    { name: 'research-run', path: `/research/${runId}` },
    ...['tools', 'people', 'keys', 'connect', 'audit', 'operations', 'settings', 'help'].map(
      (name) => ({ name, path: `/${name}` }),
    ),
  ];
}

async function waitForAnswer(page: Page): Promise<void> {
  await page.locator('[data-answer-tools]').first().waitFor();
}

async function waitForReader(page: Page): Promise<void> {
  await page.locator('[data-reader]').first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function waitForMark(page: Page): Promise<void> {
  await page.locator('[data-reader] mark, [data-reader] [data-mark]').first().waitFor();
}

async function search(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('where a new format is registered');
  await page.locator('form button[type=submit]').click();
  await page.locator('#content li mark').first().waitFor();
}
