import { paths } from '../paths';

/** What the command menu offers to read. */
export const guides: readonly { readonly title: string; readonly to: string }[] = [
  { title: 'Read the guides', to: paths.learn },
];
