import type * as Babel from '@babel/core';

/** Whether a template is one of styled-components: `css`, `keyframes`, `styled.p`, `styled(Link)`, with what they are given. */
export function isStyleTag(tag: Babel.types.Node): boolean {
  if (tag.type === 'MemberExpression') return isStyleTag(tag.object);
  if (tag.type === 'CallExpression') return isStyleTag(tag.callee);
  return tag.type === 'Identifier' && ['styled', 'css', 'keyframes'].includes(tag.name);
}

/** A piece of a style without comments, line breaks and indents. What is interpolated around it may need a space. */
const squeezed = (style: string) =>
  style
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/([;{}]) | (?=[{}])/g, '$1')
    .replaceAll(/([;{}])([\w-]+): /g, '$1$2:');

/** Takes out of the app's styles what only their readers need. */
export const squeezedStyles = (): Babel.PluginObj => ({
  visitor: {
    TaggedTemplateExpression({ node: { tag, quasi } }) {
      if (!isStyleTag(tag)) return;
      for (const { value } of quasi.quasis) value.raw = squeezed(value.raw);
    },
  },
});
