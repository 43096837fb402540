const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

/**
 * Undoes `_x000D_`: how the format writes characters that XML cannot hold, and `_x005F_` for an underscore that would
 * be taken for such an escape (ECMA-376 part 1, section 22.9.2.19).
 */
export const unescaped = (text: string) =>
  text.includes('_x') ? text.replace(ESCAPE, (_, code: string) => String.fromCharCode(parseInt(code, 16))) : text;
