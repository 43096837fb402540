import styled from 'styled-components';
import { TextLink } from '../parts/text';
import { type Guide, neighboursOf, pathOfGuide } from './guideList';

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

/** The way on from the foot of a guide. */
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
