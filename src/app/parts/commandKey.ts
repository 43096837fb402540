/** A key pressed together with ⌘, or with Ctrl where the keyboard has no ⌘: "⌘C", "Ctrl C". */
export const commandKey = (key: string) => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? `⌘${key}` : `Ctrl ${key}`);
