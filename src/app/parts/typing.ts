const typable = 'input, textarea, select, [contenteditable="true"], [role="textbox"]:not([aria-readonly])';

/** Whether a key belongs to what is being typed or to the browser, so that it is no shortcut of the page. */
export const isTyping = ({ target, metaKey, ctrlKey, altKey }: KeyboardEvent) =>
  metaKey || ctrlKey || altKey || (target instanceof Element && target.closest(`${typable}, dialog`) !== null);
