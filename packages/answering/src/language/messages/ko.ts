import type { Sentences } from './sentences.ts';

export const ko: Sentences = {
  abstained: '문서에서 이 질문에 대한 답을 찾지 못했습니다.',
  retrievalUnavailable:
    '지금은 지식 베이스를 검색할 수 없어 답변할 수 없습니다. 나중에 다시 시도해 주세요.',
  searching: '지식 베이스를 검색하는 중',
  found: (count) => (count === 0 ? '문서를 찾지 못했습니다' : `문서 ${count}건을 찾았습니다`),
  searchFailed: '검색을 완료하지 못했습니다',
  calling: (tool) => `${tool} 호출 중`,
  called: (tool) => `${tool} 응답을 받았습니다`,
  callFailed: (tool) => `${tool} 호출에 실패했습니다`,
  outcomeUnknown: (tool) =>
    `${tool}을(를) 호출했지만 응답이 없었습니다. 요청한 작업이 수행되었는지는 알 수 없습니다.`,
  declined: (tool) => `호출을 거부하셨으므로 ${tool}을(를) 호출하지 않았습니다.`,
  needsConsent: (tool) =>
    `${tool} 호출에는 사람의 동의가 필요하지만 여기서는 물어볼 수 없어 호출하지 않았습니다.`,
  changedMeanwhile: (tool) =>
    `그사이에 ${tool} 또는 그 서버가 변경되어 호출하지 않았습니다. 여전히 필요하면 다시 요청해 주세요.`,
  greeting: '안녕하세요! 팀 문서에 대해 질문해 주시면 문서에서 답을 찾아 드립니다.',
  whichServer: (servers) => `어느 것을 사용할까요: ${servers.join(', ')}?`,
  whichArguments: ({ server, tool, names }) =>
    `${server}의 ${tool}이(가) 적합하지만 인수를 채울 수 없습니다. 다음을 알려 주세요: ${names.join(', ')}.`,
  onPage: (page) => `${page}쪽`,
  unsupported: '출처에는 이런 내용이 없습니다.',
  withheld: {
    document_unavailable:
      '인용문은 표시되지 않습니다. 문서가 삭제되었거나 더 이상 읽을 수 없습니다.',
    not_checked: '인용문은 표시되지 않습니다. 문서를 읽을 수 있는지 확인할 수 없었습니다.',
  },
  unanswered: '답변이 없습니다.',
};
