import { createZipFile, type ZipMember } from '@lectern/testing';

/** Returns a Word file with this XML as its body. */
export function createDocx(body: string, more: readonly ZipMember[] = []): Buffer {
  const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  return createZipFile([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'word/document.xml',
      content: `<w:document xmlns:w="${namespace}"><w:body>${body}</w:body></w:document>`,
    },
    ...more,
  ]);
}
