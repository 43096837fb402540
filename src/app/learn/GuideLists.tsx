import { useId } from 'react';
import styled from 'styled-components';
import { below, Block } from '../ui/layout/spacing';
import { Button } from '../ui/forms/Button';
import { Marked } from '../ui/display/Marked';
import { counted } from '../ui/display/numbers';
import { Hint, SectionTitle, Unseen } from '../ui/display/text';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import type { Block as ArticleBlock } from './article';
import { InlineText } from './ArticleBody';
import { firstGuide, guidesOn, pathOfGuide, topics } from './guideList';
import type { FoundGuide } from './guideTexts';
import { guideSearchTyped } from './learnEvents';
import { GuideGrid, GuideLine, GuideLink, GuideTitle, Minutes } from './learnLook';
import { selectFoundGuides, selectGuideSearch, selectGuideTexts } from './learnSelectors';

const Items = styled.ul`
  display: grid;
  gap: 6px;
  padding-left: 24px;
  list-style: disc;

  &:is(ol) {
    list-style: decimal;
  }
  & > li::marker {
    color: var(--ink-3);
    font-variant-numeric: tabular-nums;
  }
`;

/** A list, numbered where its order matters. */
export const GuideList = ({ list }: { readonly list: Extract<ArticleBlock, { kind: 'list' }> }) => (
  <Items as={list.ordered ? 'ol' : 'ul'}>
    {list.items.map((item, at) => (
      <li key={at}>
        <InlineText inline={item} />
      </li>
    ))}
  </Items>
);

/** A table that is too wide scrolls by itself. */
const Frame = styled.div`
  overflow-x: auto;
  border-top: 1px solid var(--line);

  & > table {
    width: 100%;
    font-size: var(--text-sm);
    line-height: 20px;
  }
  & th {
    color: var(--ink-3);
    font-size: var(--text-xs);
    white-space: nowrap;
  }
  & :is(th, td) {
    padding: 9px 20px 9px 0;
    border-bottom: 1px solid var(--line);
    text-align: left;
    vertical-align: top;
  }
  & :is(th, td):last-child {
    padding-right: 0;
  }
  & td > code {
    white-space: nowrap;
  }
  ${below.lists} {
    & td {
      min-width: 140px;
    }
  }
`;

/** A table of words. */
export const GuideTable = ({ table: { head, rows } }: { readonly table: Extract<ArticleBlock, { kind: 'table' }> }) => (
  <Frame tabIndex={0} role="group" aria-label="Table">
    <table>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at} scope="col">
              <InlineText inline={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={line}>
            {row.map((cell, at) => (
              <td key={at}>
                <InlineText inline={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Frame>
);

/** Every guide but the first, which has a card of its own. */
export const GuidesByTopic = () =>
  topics.map((topic) => (
    <Block as="section" key={topic} $top={36}>
      <SectionTitle $bottom={10}>{topic}</SectionTitle>
      <GuideGrid>
        {guidesOn(topic)
          .filter((guide) => guide !== firstGuide)
          .map((guide) => (
            <li key={guide.slug}>
              <GuideLink to={pathOfGuide(guide)}>
                <GuideTitle>{guide.title}</GuideTitle>
                <Minutes>{guide.minutes} min</Minutes>
                <GuideLine>{guide.line}</GuideLine>
              </GuideLink>
            </li>
          ))}
      </GuideGrid>
    </Block>
  ));

const Nothing = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: start;
  gap: 12px;
  overflow-wrap: anywhere;
  padding: 16px 0;
  border-top: 1px solid var(--line);
  color: var(--ink-2);
`;

const Found = ({ found: { guide, part, line }, search }: { readonly found: FoundGuide; readonly search: string }) => (
  <GuideLink to={pathOfGuide(guide, part?.id)}>
    <GuideTitle>
      <Marked text={guide.title} search={search} />
      {part && (
        <>
          {', '}
          <Marked text={part.heading} search={search} />
        </>
      )}
    </GuideTitle>
    <Minutes>{guide.minutes} min</Minutes>
    <GuideLine>
      <Marked text={line} search={search} />
    </GuideLine>
  </GuideLink>
);

/** The guides in which something stands, or that there is none. */
export function FoundGuides() {
  const id = useId();
  const dispatch = useAppDispatch();
  const search = useAppSelector(selectGuideSearch);
  const found = useAppSelector(selectFoundGuides);
  const { phase } = useAppSelector(selectGuideTexts);
  const isLooking = found.length === 0 && (phase === 'loading' || phase === 'unknown');
  const nothing = isLooking ? 'Searching' : `No guide matches “${search.trim()}”.`;
  return (
    <Block as="section" $top={36} aria-labelledby={id}>
      <SectionTitle id={id} $bottom={10}>
        Found
      </SectionTitle>
      {found.length === 0 ? (
        <Nothing>
          <p>{nothing}</p>
          {!isLooking && <Button onClick={() => dispatch(guideSearchTyped(''))}>Clear search</Button>}
        </Nothing>
      ) : (
        <ul>
          {found.map((each) => (
            <li key={each.guide.slug}>
              <Found found={each} search={search} />
            </li>
          ))}
        </ul>
      )}
      {phase === 'failed' && <Hint>Only titles were searched: the texts did not load.</Hint>}
      <Unseen role="status">{found.length === 0 ? nothing : `${counted(found.length, 'guide')} found`}</Unseen>
    </Block>
  );
}
