import type { Sentences } from './sentences.ts';

export const ja: Sentences = {
  abstained: '文書の中にこの質問への答えは見つかりませんでした。',
  retrievalUnavailable:
    '現在ナレッジベースを検索できないため、お答えできません。しばらくしてからもう一度お試しください。',
  searching: 'ナレッジベースを検索しています',
  found: (count) =>
    count === 0 ? '記事は見つかりませんでした' : `${count} 件の記事が見つかりました`,
  calling: (tool) => `${tool} を呼び出しています`,
  called: (tool) => `${tool} から回答がありました`,
  callFailed: (tool) => `${tool} を呼び出せませんでした`,
  greeting: 'こんにちは。チームの文書について質問してください。文書の中から答えを探します。',
  whichServer: (servers) => `どれを使いますか：${servers.join('、')}`,
  onPage: (page) => `${page}ページ`,
  unsupported: '出典にはこの記述がありません。',
  unanswered: '回答はありません。',
};
