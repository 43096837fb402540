import styled from 'styled-components';

const Picture = styled.img`
  width: 100%;
  height: auto;
`;

/** Its edge and shadow are part of the picture's frame, so that both themes look alike. */
const Frame = styled.div`
  overflow: hidden;
  border-radius: var(--r-xl);
  box-shadow: var(--shadow-2);
`;

const ALT =
  'Example: a spreadsheet open in the browser, its address marked “Copy this”. ' +
  'Its three tabs, roasters, beans and orders, each lead to an endpoint.';

/** What to copy, and what comes of it (specification, section 2: the example screenshot). */
export const ExampleSheet = () => (
  <Frame>
    <picture>
      <source srcSet="/example-sheet-dark.png" media="(prefers-color-scheme: dark)" />
      <Picture src="/example-sheet.png" width={760} height={292} alt={ALT} />
    </picture>
  </Frame>
);
