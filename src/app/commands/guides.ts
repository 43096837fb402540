import { type Guide, guides as all, pathOfGuide } from '../learn/guideList';
import { paths } from '../paths';

/** Topics that say something only together with the guide's title. */
const begun: readonly string[] = ['Use it from', 'Move from'];

const titleOf = ({ topic, title }: Guide) =>
  begun.includes(topic) ? `${topic} ${title.replace(/^An? /, (article) => article.toLowerCase())}` : title;

/** What the command menu offers to read. */
export const guides: readonly { readonly title: string; readonly to: string }[] = [
  { title: 'Read the guides', to: paths.learn },
  ...all.map((guide) => ({ title: titleOf(guide), to: pathOfGuide(guide) })),
];
