import { useId, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import styled from 'styled-components';
import { below } from '../ui/layout/spacing';
import { Options, Select } from '../ui/forms/fieldStyles';
import { useWindowEvent } from '../ui/forms/useWindowEvent';
import { TextLink, Unseen } from '../ui/display/text';
import { paths } from '../paths';
import { type Article, contentsOf, type Heading } from './article';
import { type Guide, guidesOn, neighboursOf, pathOfGuide, topics } from './guideList';
import { Contents, GroupTitle, Side, SideLink } from './learnStyles';

interface NavigationProps {
  /** Slug of the open guide; undefined on the index. */
  readonly current?: string;
}

const Group = styled.div`
  & + & {
    margin-top: 22px;
  }
`;

/** All guides by topic, at the left of the page. */
export const SideNavigation = ({ current }: NavigationProps) => {
  const id = useId();
  return (
    <Side aria-label="Guides">
      {topics.map((topic) => (
        <Group key={topic}>
          <GroupTitle id={`${id}-${topic}`}>{topic}</GroupTitle>
          <ul aria-labelledby={`${id}-${topic}`}>
            {guidesOn(topic).map((guide) => (
              <li key={guide.slug}>
                <SideLink to={pathOfGuide(guide)} aria-current={guide.slug === current ? 'page' : undefined}>
                  {guide.title}
                </SideLink>
              </li>
            ))}
          </ul>
        </Group>
      ))}
    </Side>
  );
};

const Pick = styled.div`
  display: none;

  ${below.lists} {
    display: block;
    margin-bottom: 20px;
  }
  & > select {
    padding-left: 12px;
  }
`;

/** The same list as a select, for narrow screens. */
export function GuidePick({ current = '' }: NavigationProps) {
  const id = useId();
  const navigate = useNavigate();
  return (
    <Pick>
      <label htmlFor={id}>
        <Unseen>Guide</Unseen>
      </label>
      <Select
        id={id}
        value={current}
        onChange={({ target: { value } }) => void navigate(value === '' ? paths.learn : paths.guide(value))}
      >
        <option value="">All guides</option>
        {topics.map((topic) => (
          <optgroup key={topic} label={topic}>
            <Options of={guidesOn(topic).map(({ slug, title }) => [slug, title])} />
          </optgroup>
        ))}
      </Select>
    </Pick>
  );
}

const Line = styled.nav`
  display: flex;
  justify-content: space-between;
  gap: 8px 24px;
  margin-top: 40px;
  padding-top: 20px;
  border-top: 1px solid var(--line);
  font-size: var(--text-sm);
  line-height: 24px;

  & > [rel='next'] {
    margin-left: auto;
    text-align: right;
  }
`;

/** Links to the previous and the next guide, at the end of a guide. */
export function GuideNeighbours({ guide }: { readonly guide: Guide }) {
  const { before, after } = neighboursOf(guide);
  return (
    <Line aria-label="Next to this guide">
      {before && (
        <TextLink to={pathOfGuide(before)} rel="prev">
          {before.title}
        </TextLink>
      )}
      {after && (
        <TextLink to={pathOfGuide(after)} rel="next">
          {after.title}
        </TextLink>
      )}
    </Line>
  );
}

/** Distance in pixels from the top of the window within which a heading counts as reached: the header and a line. */
const READING_LINE = 120;

/** Returns the id of the last heading above the reading line; at the end of the page that of the last heading. */
function headingAtLine(headings: readonly Heading[]): string | undefined {
  const { scrollHeight } = document.documentElement;
  if (window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2) return headings.at(-1)?.id;
  const above = headings.filter(({ id }) => {
    const element = document.getElementById(id);
    return element !== null && element.getBoundingClientRect().top <= READING_LINE;
  });
  return (above.at(-1) ?? headings[0])?.id;
}

/** Returns the id of the heading of the section being read. */
function useCurrentHeading(headings: readonly Heading[]): string | undefined {
  const [current, setCurrent] = useState(headings[0]?.id);
  useWindowEvent('scroll', () => setCurrent(headingAtLine(headings)));
  return current;
}

/** The table of contents of a guide, with the current section marked. */
export function OnThisPage({ article }: { readonly article: Article }) {
  const headings = useMemo(() => contentsOf(article), [article]);
  const id = useId();
  const { pathname } = useLocation();
  const current = useCurrentHeading(headings);
  return (
    <Contents aria-labelledby={id}>
      <GroupTitle id={id}>On this page</GroupTitle>
      {headings.map((heading) => (
        <SideLink
          key={heading.id}
          to={`${pathname}#${heading.id}`}
          aria-current={heading.id === current ? 'true' : undefined}
        >
          {heading.text}
        </SideLink>
      ))}
    </Contents>
  );
}
