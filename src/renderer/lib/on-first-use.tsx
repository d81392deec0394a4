import { type ComponentType, type ReactNode, useEffect, useState } from "react";

interface Loadable<P> {
  component: ComponentType<P> | null;
  readonly load: () => Promise<ComponentType<P>>;
}

/** A component whose code is loaded when it is first shown, in `OnFirstUse`. */
export function onFirstUse<P>(load: () => Promise<ComponentType<P>>): Loadable<P> {
  return { component: null, load };
}

/** Unlike `Suspense`, which delays what it has waited for by up to 300 ms, this shows a component once it is loaded. */
export function OnFirstUse<P extends object>({
  of,
  fallback = null,
  props,
}: {
  readonly of: Loadable<P>;
  readonly fallback?: ReactNode;
  readonly props: NoInfer<P>;
}) {
  const [, setLoaded] = useState<Loadable<P>>();
  const { component: Loaded } = of;
  useEffect(() => {
    if (Loaded !== null) return;
    of.load().then(
      (component) => {
        of.component = component;
        setLoaded(of);
      },
      (error: unknown) =>
        setLoaded(() => {
          // While rendering, so that the error boundary catches it.
          throw error;
        }),
    );
  }, [of, Loaded]);
  return Loaded === null ? fallback : <Loaded {...props} />;
}
