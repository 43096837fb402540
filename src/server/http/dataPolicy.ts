/**
 * Content Security Policy of answers that are data: should a browser ever show one as a page, it runs, loads and sends nothing,
 * and no page shows it in a frame.
 */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
