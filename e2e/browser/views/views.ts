import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { callback } from '../../isolation/oauth.ts';
import type { ShownIds } from './fill-suite.ts';

const guidesFolder = fileURLToPath(new URL('../../../docs/guides', import.meta.url));

/** A state of a page that has a screenshot and is checked by axe. */
export interface View {
  readonly name: string;
  readonly path: string;
  /** Shown without a session. */
  readonly isOpen?: boolean;
  /** Exists only where the side bar is collapsed. */
  readonly isPhoneOnly?: boolean;
  readonly show?: (page: Page) => Promise<void>;
}

/** Pages without a session. */
const openViews: readonly View[] = [
  { name: 'sign-in', path: '/', isOpen: true },
  { name: 'sign-in-refused', path: '/', isOpen: true, show: signInWrongly },
  { name: 'setup', path: '/setup?token=t', isOpen: true },
  { name: 'join', path: '/join?token=t', isOpen: true },
  { name: 'reset', path: '/reset?token=t', isOpen: true },
  { name: 'oauth-sign-in', path: '/oauth/sign-in', isOpen: true },
  { name: 'oauth-error', path: '/oauth/error?error=invalid_client', isOpen: true },
];

export function listViews(ids: ShownIds): readonly View[] {
  const { conversationId, messageId, runId } = ids;
  return [
    ...openViews,
    { name: 'new-chat', path: '/' },
    { name: 'menu', path: '/', isPhoneOnly: true, show: openMenu },
    { name: 'account', path: '/', show: openAccount },
    { name: 'palette', path: '/', show: openPalette },
    { name: 'chat', path: `/chat/${conversationId}`, show: waitForAnswer },
    { name: 'chat-steps', path: `/chat/${conversationId}`, show: openSteps },
    { name: 'chat-abstained', path: `/chat/${ids.abstainedConversationId}`, show: waitForAnswer },
    {
      name: 'chat-source',
      path: `/chat/${conversationId}?source=${encodeURIComponent(`"${messageId}.1"`)}`,
      show: waitForMark,
    },
    ...listLibraryViews(ids),
    {
      name: 'chat-shared',
      path: `/shared/${ids.sharedConversationId}`,
      show: (page) => page.locator('article').first().waitFor(),
    },
    {
      name: 'conversations',
      path: '/conversations',
      show: (page) => page.locator('#content a[href^="/chat/"]').first().waitFor(),
    },
    {
      name: 'bin',
      path: '/bin',
      show: (page) => page.locator('#content tbody tr').first().waitFor(),
    },
    { name: 'search', path: '/search' },
    { name: 'search-results', path: '/search', show: search },
    { name: 'search-trace', path: '/search', show: searchWithTrace },
    { name: 'search-nothing', path: '/search', show: searchForNothing },
    { name: 'search-marking', path: '/search', show: searchAndMark },
    { name: 'evaluation', path: `/evaluations/${ids.evaluationSetId}`, show: waitForFigures },
    { name: 'research', path: '/research' },
    { name: 'research-run', path: `/research/${runId}` },
    { name: 'tools', path: '/tools', show: waitForCard },
    { name: 'tools-of-server', path: '/tools', show: openTools },
    { name: 'models', path: '/models', show: waitForCard },
    { name: 'assistants', path: '/assistants', show: waitForCard },
    { name: 'prompts', path: '/assistants?tab=prompts', show: waitForCard },
    { name: 'usage', path: '/usage', show: waitForCard },
    { name: 'sources', path: `/sources?source=${ids.sourceId}`, show: waitForCard },
    { name: 'sources-new', path: '/sources', show: openSourceForm },
    { name: 'start', path: '/start', show: waitForCard },
    { name: 'people', path: '/people' },
    { name: 'people-invitations', path: '/people', show: (page) => openTab(page, 1) },
    { name: 'people-teams', path: '/people', show: (page) => openTab(page, 2) },
    { name: 'keys', path: '/keys' },
    { name: 'keys-new', path: '/keys', show: openFirstDialog },
    { name: 'connect', path: '/connect' },
    { name: 'connect-apps', path: '/connect', show: (page) => openTab(page, 2) },
    {
      name: 'feedback',
      path: '/feedback',
      show: (page) => page.locator('article').first().waitFor(),
    },
    { name: 'feedback-question', path: '/feedback', show: openQuestion },
    { name: 'audit', path: '/audit' },
    { name: 'operations', path: '/operations', show: waitForCharts },
    { name: 'settings', path: '/settings' },
    { name: 'settings-security', path: '/settings?tab=security' },
    { name: 'settings-appearance', path: '/settings?tab=appearance' },
    { name: 'settings-organisation', path: '/settings?tab=organisation' },
    { name: 'help', path: '/help' },
    {
      name: 'oauth-consent',
      path: `/oauth/consent?${new URLSearchParams({
        client_id: ids.clientId,
        scope: 'mcp chat documents:write offline_access',
        redirect_uri: callback,
      })}`,
      show: (page) => page.getByRole('checkbox').first().waitFor(),
    },
    {
      name: 'chat-missing',
      path: '/chat/00000000-0000-4000-8000-000000000000',
      show: waitForNothing,
    },
    { name: 'missing', path: '/chat/nowhere/at-all' },
  ];
}

function listLibraryViews(ids: ShownIds): readonly View[] {
  const document = `/documents/${ids.documentId}`;
  return [
    { name: 'documents', path: '/library', show: waitForDocuments },
    { name: 'collection', path: `/library/${ids.stationId}`, show: waitForDocuments },
    { name: 'collection-chosen', path: `/library/${ids.collectionId}`, show: chooseDocuments },
    { name: 'collection-folders', path: `/library/${ids.emptyCollectionId}`, show: addFolder },
    { name: 'collection-empty', path: `/library/${ids.emptyCollectionId}`, show: waitForNothing },
    { name: 'collection-new', path: '/library', show: openNewCollection },
    { name: 'collection-sharing', path: '/library', show: (page) => openTask(page, sharing) },
    { name: 'collection-sharing-inherited', path: '/library', show: openInheritedSharing },
    { name: 'collection-settings', path: '/library', show: (page) => openTask(page, settings) },
    { name: 'document', path: document, show: waitForReader },
    { name: 'document-outline', path: `${document}?tab=outline` },
    { name: 'document-passages', path: `${document}?tab=passages` },
    { name: 'document-details', path: `${document}?tab=details` },
    { name: 'document-pdf', path: `/documents/${ids.pdfId}`, show: waitForReader },
    { name: 'document-failed', path: `/documents/${ids.failedId}` },
  ];
}

async function signInWrongly(page: Page): Promise<void> {
  await page.locator('input[name=email]').fill('somebody@example.org');
  await page.locator('input[name=password]').fill('not the password');
  await page.locator('button[type=submit]').click();
  await page.getByRole('alert').waitFor();
}

async function openMenu(page: Page): Promise<void> {
  await page.locator('header button').first().click();
  await page.locator('nav a').first().waitFor();
}

async function openAccount(page: Page): Promise<void> {
  if (await page.locator('header button').first().isVisible()) await openMenu(page);
  await page.locator('nav > button').click();
  await page.getByRole('menu').waitFor();
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('input.mantine-Spotlight-search').waitFor();
}

async function waitForAnswer(page: Page): Promise<void> {
  await page.locator('[data-answer-tools]').first().waitFor();
  // The formatted text replaces the plain text when its module has loaded.
  await page.locator('article [data-plain]').waitFor({ state: 'detached' });
}

async function openSteps(page: Page): Promise<void> {
  await waitForAnswer(page);
  await page.locator('article .mantine-Accordion-control').first().click();
}

async function waitForDocuments(page: Page): Promise<void> {
  await page.locator('[data-document]').first().waitFor();
}

async function chooseDocuments(page: Page): Promise<void> {
  await waitForDocuments(page);
  const boxes = page.locator('[data-document] input[type=checkbox]');
  await boxes.nth(0).click();
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  await page.locator('[data-document] input:checked').nth(2).waitFor();
}

async function addFolder(page: Page): Promise<void> {
  await waitForNothing(page);
  await page.locator('[data-upload=folder]').setInputFiles(guidesFolder);
  await page.getByRole('dialog').getByRole('radio').first().waitFor();
}

async function waitForNothing(page: Page): Promise<void> {
  await page.locator('#content h2:visible').first().waitFor();
}

async function waitForReader(page: Page): Promise<void> {
  await page.locator('[data-reader=pdf] canvas, [data-reader=text]').first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function waitForMark(page: Page): Promise<void> {
  await page.locator('[data-reader] mark, [data-reader] [data-mark]').first().waitFor();
}

async function waitForCard(page: Page): Promise<void> {
  await page.locator('#content .mantine-Card-root').first().waitFor();
}

async function openSourceForm(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Add a source|Добавить источник|Quelle hinzufügen/ })
    .click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
}

async function waitForCharts(page: Page): Promise<void> {
  await page.locator('#content svg[role=img]').nth(1).waitFor();
  await page.waitForLoadState('networkidle');
}

async function openTools(page: Page): Promise<void> {
  await page.locator('#content button[aria-expanded]').first().click();
  await page.locator('#content summary').first().waitFor();
  await page.getByRole('button', { name: /^(Try|Попробовать|Ausprobieren): get_forecast/ }).click();
  await page.getByRole('textbox', { name: 'place' }).waitFor();
}

async function openTab(page: Page, index: number): Promise<void> {
  await page.getByRole('tab').nth(index).click();
  await page.waitForLoadState('networkidle');
}

async function openQuestion(page: Page): Promise<void> {
  const good = page.locator('article', { hasText: 'How often is the battery' });
  await good.locator('button').first().click();
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
}

async function openFirstDialog(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /New key|Новый ключ|Neuer Schlüssel/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

/** Opens the collection tree, which a phone hides behind a button. */
async function showTree(page: Page): Promise<void> {
  const button = page
    .getByRole('button', { name: /New collection|Новая коллекция|Neue Sammlung/ })
    .first();
  const opener = page.getByRole('button', { name: /^(Collections|Коллекции|Sammlungen)$/ });
  await page.locator('[data-document]').first().waitFor();
  // Documents may load before the collections.
  await button.or(opener).filter({ visible: true }).first().waitFor();
  if (await button.isVisible()) return;
  await opener.click();
  await button.waitFor();
}

async function openNewCollection(page: Page): Promise<void> {
  await showTree(page);
  await page
    .getByRole('button', { name: /New collection|Новая коллекция|Neue Sammlung/ })
    .first()
    .click();
  await page.locator('input[name=name]').waitFor();
}

/** Opens the sharing of a collection that inherits part of its access. */
async function openInheritedSharing(page: Page): Promise<void> {
  await openTask(page, sharing, /[“«„]Stores[”»“]/);
  await page
    .getByRole('list', { name: /Inherited access|Унаследованный доступ|Übernommener Zugriff/ })
    .waitFor();
}

const sharing = /^(Share|Поделиться|Teilen)/;
const settings = /^(Settings|Настройки|Einstellungen)/;

async function openTask(page: Page, task: RegExp, name = /[“«„]Guides[”»“]/): Promise<void> {
  await showTree(page);
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: task }).click();
  await page.getByRole('button', { name: /^(Save|Сохранить|Speichern)$/ }).waitFor();
}

async function search(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('where a new format is registered');
  await page.locator('form button[type=submit]').click();
  await page.locator('#content li mark').first().waitFor();
}

async function searchWithTrace(page: Page): Promise<void> {
  await search(page);
  await page.getByRole('button', { name: /Advanced|Дополнительно|Erweitert/ }).click();
  await page.locator('#content section svg[role=img]').first().waitFor();
  await page.locator('#content').evaluate('(main) => main.scrollTo(0, 0)');
}

async function searchAndMark(page: Page): Promise<void> {
  await search(page);
  await page.getByRole('button', { name: /Advanced|Дополнительно|Erweitert/ }).click();
  await page.locator('#content input[aria-haspopup=listbox]').first().click();
  await page.getByRole('option').first().click();
  await page.locator('#content li [role=radiogroup]').first().waitFor();
}

async function waitForFigures(page: Page): Promise<void> {
  await page.locator('[data-run=done] svg[role=img]').waitFor();
}

async function searchForNothing(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('type:pptx slides');
  const found = page.waitForResponse((response) => response.url().endsWith('/api/search'));
  await page.locator('form button[type=submit]').click();
  await found;
  await page.waitForLoadState('networkidle');
}
