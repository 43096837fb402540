import { Fragment } from 'react';
import { InlineCode } from '../parts/text';
import type { Said } from './said';

/** A sentence with the names in it as code. */
export const Prose = ({ children }: { readonly children: Said }) =>
  children.map((part, at) =>
    typeof part === 'string' ? <Fragment key={at}>{part}</Fragment> : <InlineCode key={at}>{part.code}</InlineCode>,
  );
