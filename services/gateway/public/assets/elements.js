/** The element of this id, which the page has. */
export function find(id) {
  return document.getElementById(id);
}

/**
 * Makes an element. Children are elements or strings; strings become text, never markup.
 * `onclick` and the like are functions; other properties are set as they are.
 */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter((child) => child !== undefined && child !== ''));
  return element;
}

/** Says what went wrong, or nothing. */
export function showNotice(message) {
  const notice = find('notice');
  notice.textContent = message ?? '';
  notice.hidden = !message;
}

/** Runs work from an event; what it throws is shown. */
export async function attempt(work) {
  showNotice();
  try {
    await work();
  } catch (error) {
    showNotice(error.message);
  }
}

/** Handles a form's values; the form is off meanwhile. */
export function onSubmit(id, handle) {
  const form = find(id);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = form.querySelector('button[type=submit]');
    button.disabled = true;
    attempt(() => handle(Object.fromEntries(new FormData(form)), form)).finally(() => {
      button.disabled = false;
    });
  });
}
