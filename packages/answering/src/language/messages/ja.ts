import type { Sentences } from './sentences.ts';

export const ja: Sentences = {
  abstained: '文書の中にこの質問への答えは見つかりませんでした。',
  retrievalUnavailable:
    '現在ナレッジベースを検索できないため、お答えできません。しばらくしてからもう一度お試しください。',
  searching: 'ナレッジベースを検索しています',
  found: (count) =>
    count === 0 ? '記事は見つかりませんでした' : `${count} 件の記事が見つかりました`,
  searchFailed: '検索を完了できませんでした',
  calling: (tool) => `${tool} を呼び出しています`,
  called: (tool) => `${tool} から回答がありました`,
  callFailed: (tool) => `${tool} を呼び出せませんでした`,
  outcomeUnknown: (tool) =>
    `${tool} を呼び出しましたが、応答がありませんでした。依頼した処理が行われたかどうかは不明です。`,
  declined: (tool) => `呼び出しが拒否されたため、${tool} は呼び出されませんでした。`,
  needsConsent: (tool) =>
    `${tool} の呼び出しには人の同意が必要ですが、ここでは確認できないため、呼び出されませんでした。`,
  changedMeanwhile: (tool) =>
    `その間に ${tool} またはそのサーバーが変更されたため、呼び出されませんでした。必要であれば、もう一度お試しください。`,
  greeting: 'こんにちは。チームの文書について質問してください。文書の中から答えを探します。',
  whichServer: (servers) => `どれを使いますか：${servers.join('、')}`,
  whichArguments: ({ server, tool, names }) =>
    `${server} の ${tool} が適していますが、引数を埋められません。次を指定してください：${names.join('、')}。`,
  onPage: (page) => `${page}ページ`,
  unsupported: '出典にはこの記述がありません。',
  withheld: {
    document_unavailable: '引用は表示されません。文書が削除されたか、閲覧できなくなりました。',
    not_checked: '引用は表示されません。文書を閲覧できるか確認できませんでした。',
  },
  unanswered: '回答はありません。',
};
