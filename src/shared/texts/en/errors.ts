/** What failed and what to do about it, where the window can say it better than the contract's own sentence. */
export const errors = {
  creditsTitle: "This month's credits do not cover that.",
  creditsAdvice: "What is already on screen stays. Settings say under Account when the next period starts.",
  rateTitle: "Too many requests within one hour.",
  rateAdvice: "Wait a little, then try again.",
  rateAdviceIn: (wait: string) => `Try again in ${wait}.`,
  notFoundTitle: "No product matches.",
  notFoundAdvice: "It may have been removed. Look it up again, or search for a few words of its name.",
  inactiveTitle: "The account's plan is not active.",
  inactiveAdvice: "Make it active in Settings or on the command line; what is on screen stays.",
  notPassed: "The app could not pass the question on.",
  notPassedAdvice: "Try again; restart Tidemark if it stays.",
  awayTitle: "Tidemark's engine did not answer.",
  awayAdvice: "It is being started again; try again in a moment.",
};
