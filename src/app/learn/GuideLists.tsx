import { useId } from 'react';
import styled from 'styled-components';
import { Block, Stack } from '../ui/layout/spacing';
import { ClearSearch } from '../ui/forms/SearchField';
import { Marked } from '../ui/display/Marked';
import { counted } from '../ui/display/numbers';
import { Hint, SectionTitle, Small, SmallTitle, Unseen } from '../ui/display/text';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { firstGuide, guidesOn, pathOfGuide, topics } from './guideList';
import type { FoundGuide } from './guideTexts';
import { guideSearchTyped } from './learnEvents';
import { GuideGrid, GuideLink, Minutes } from './learnStyles';
import { selectFoundGuides, selectGuideSearch, selectTextsPhase } from './learnSelectors';

/** All guides by topic, except for the first, which has its own card. */
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
                <SmallTitle as="span">{guide.title}</SmallTitle>
                <Minutes>{guide.minutes} min</Minutes>
                <Small as="span">{guide.line}</Small>
              </GuideLink>
            </li>
          ))}
      </GuideGrid>
    </Block>
  ));

const Nothing = styled(Stack)`
  justify-items: start;
  gap: 12px;
  padding: 16px 0;
  border-top: 1px solid var(--line);
  color: var(--ink-2);
`;

const Found = ({ found: { guide, part, line }, search }: { readonly found: FoundGuide; readonly search: string }) => (
  <GuideLink to={pathOfGuide(guide, part?.id)}>
    <SmallTitle as="span">
      <Marked text={guide.title} search={search} />
      {part && (
        <>
          {', '}
          <Marked text={part.heading} search={search} />
        </>
      )}
    </SmallTitle>
    <Minutes>{guide.minutes} min</Minutes>
    <Small as="span">
      <Marked text={line} search={search} />
    </Small>
  </GuideLink>
);

/** The guides that match the search, or a note that none does. */
export function FoundGuides() {
  const id = useId();
  const dispatch = useAppDispatch();
  const search = useAppSelector(selectGuideSearch);
  const found = useAppSelector(selectFoundGuides);
  const phase = useAppSelector(selectTextsPhase);
  const isLooking = found.length === 0 && phase === 'loading';
  const nothing = isLooking ? 'Searching' : `No guide matches “${search.trim()}”.`;
  return (
    <Block as="section" $top={36} aria-labelledby={id}>
      <SectionTitle id={id} $bottom={10}>
        Found
      </SectionTitle>
      {found.length === 0 ? (
        <Nothing>
          <p>{nothing}</p>
          {!isLooking && <ClearSearch onClear={() => dispatch(guideSearchTyped(''))} />}
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
