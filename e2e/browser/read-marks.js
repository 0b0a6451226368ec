// Runs in the page and returns the marked text, or null without marks. On a rendered PDF page it
// collects the letters of the text layer whose centre a mark covers.
(() => {
  const inText = [...document.querySelectorAll('[data-reader] mark')];
  if (inText.length > 0) return inText.map(({ textContent }) => textContent).join('');
  const boxes = [...document.querySelectorAll('[data-reader] [data-mark]')].map((mark) =>
    mark.getBoundingClientRect(),
  );
  if (boxes.length === 0) return null;
  const range = document.createRange();
  let text = '';
  for (const span of document.querySelectorAll('[data-marked=true] [data-text-layer] span')) {
    const node = span.firstChild;
    if (!(node instanceof Text)) continue;
    for (let index = 0; index < node.length; index += 1) {
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const x = (left + right) / 2;
      const y = (top + bottom) / 2;
      const isIn = boxes.some(
        (box) => x >= box.left - 0.5 && x <= box.right + 0.5 && y >= box.top && y <= box.bottom,
      );
      if (isIn) text += node.data[index];
    }
  }
  return text;
})();
