import { createContext, useContext, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import styled from 'styled-components';
import { heroText, titleText } from '../display/text';

const Navigated = createContext(false);

/** Provides whether the person has navigated inside the app since the page was loaded. */
export function NavigationTracker({ children }: { readonly children: ReactNode }) {
  const { key } = useLocation();
  const [first] = useState(key);
  const [hasNavigated, setNavigated] = useState(false);
  if (!hasNavigated && key !== first) setNavigated(true);
  return <Navigated value={hasNavigated || key !== first}>{children}</Navigated>;
}

const Title = styled.h1<{ $hero: boolean }>`
  ${({ $hero }) => ($hero ? heroText : titleText)}
`;

/** Sets the title of the document. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Tabpoint`;
  }, [title]);
}

interface PageHeadingProps {
  readonly children: string;
  /** Title of the document; the heading by default. */
  readonly documentTitle?: string;
  /** Identity of the page; the heading takes the focus once for each. */
  readonly page?: string;
  readonly hero?: boolean;
  /** Whether the heading leaves the focus to another element. */
  readonly unfocused?: boolean;
  readonly className?: string;
}

/** The h1 of the page. It takes the focus after a navigation, so that screen readers start here. */
export function PageHeading({
  children,
  documentTitle,
  page,
  hero = false,
  unfocused = false,
  className,
}: PageHeadingProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  const hasNavigated = useContext(Navigated);
  useDocumentTitle(documentTitle ?? children);
  const begin = useEffectEvent(() => {
    if (!hasNavigated) return;
    window.scrollTo(0, 0);
    if (!unfocused) ref.current?.focus({ preventScroll: true });
  });
  useEffect(() => begin(), [page, unfocused]);
  return (
    <Title ref={ref} tabIndex={-1} $hero={hero} className={className}>
      {children}
    </Title>
  );
}
