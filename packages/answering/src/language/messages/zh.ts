import type { Sentences } from './sentences.ts';

export const zh: Sentences = {
  abstained: '在文档中没有找到这个问题的答案。',
  retrievalUnavailable: '目前无法检索知识库，因此无法回答。请稍后再试。',
  searching: '正在检索知识库',
  found: (count) => (count === 0 ? '没有找到文章' : `找到 ${count} 篇文章`),
  searchFailed: '搜索未能完成',
  calling: (tool) => `正在调用 ${tool}`,
  called: (tool) => `${tool} 已返回结果`,
  callFailed: (tool) => `无法调用 ${tool}`,
  outcomeUnknown: (tool) => `已调用 ${tool},但它没有回应:无法确定所请求的操作是否已执行。`,
  declined: (tool) => `您拒绝了此次调用,因此未调用 ${tool}。`,
  needsConsent: (tool) => `调用 ${tool} 需要有人同意,而此处无法询问,因此未调用。`,
  changedMeanwhile: (tool) => `${tool} 或其服务器在此期间已更改,因此未调用。如仍需要,请重新提出。`,
  greeting: '您好！请就团队的文档提问，我会在其中查找答案。',
  whichServer: (servers) => `应该使用哪一个：${servers.join('、')}？`,
  whichArguments: ({ server, tool, names }) =>
    `${server} 的 ${tool} 合适，但我无法填写它的参数。请提供：${names.join('、')}。`,
  onPage: (page) => `第${page}页`,
  unsupported: '来源中没有这一说法。',
  withheld: {
    document_unavailable: '引文未显示：文档已被删除，或您不再有权阅读。',
    not_checked: '引文未显示：无法确认您是否仍可阅读该文档。',
  },
  unanswered: '没有回答。',
};
