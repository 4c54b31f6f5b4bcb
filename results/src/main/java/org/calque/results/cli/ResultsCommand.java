package org.calque.results.cli;

import java.io.IOException;
import org.calque.results.RunFormatException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/**
 * The main class of {@code results.jar}.
 *
 * <p>Exit codes: 0 when nothing is worse, 1 when {@code diff} finds a regression or a benchmark
 * that newly fails, 2 when the command line or a file is not right, or this program is, 3 when
 * {@code diff} cannot tell. No other failure may ever look like a 0, a 1 or a 3.
 */
@Command(
    name = "results",
    description = "Shows and compares benchmark runs.",
    subcommands = {
      AbCommand.class,
      BaselineCommand.class,
      CaramlCommand.class,
      DiffCommand.class,
      ExportCommand.class,
      HistoryCommand.class,
      ListCommand.class,
      ReportCommand.class,
      ShowCommand.class
    },
    mixinStandardHelpOptions = true,
    versionProvider = ResultsCommand.Version.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no regression",
      "1:a regression, or a benchmark that newly fails",
      "2:wrong usage, or a file that cannot be read",
      "3:incomplete: without results, without enough forks, or on a machine that moved"
    })
public final class ResultsCommand {
  static final int REGRESSION = 1;
  static final int UNUSABLE = 2;
  static final int INCOMPLETE = 3;

  private ResultsCommand() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    // Such as too little memory: left to itself, the virtual machine would answer 1.
    Thread.currentThread()
        .setUncaughtExceptionHandler(
            (thread, error) -> {
              System.err.println("results: " + error);
              Runtime.getRuntime().halt(UNUSABLE);
            });
    System.exit(commandLine().execute(args));
  }

  /** The command as it runs, for those who want its output elsewhere. */
  public static CommandLine commandLine() {
    CommandLine commandLine = new CommandLine(new ResultsCommand());
    // What follows the jars is JMH's, though it may look like an option of ours.
    commandLine.getSubcommands().get("ab").setStopAtPositional(true);
    return commandLine
        .setParameterExceptionHandler(ResultsCommand::wrongUsage)
        .setExecutionExceptionHandler((e, command, parsed) -> failed(e, command));
  }

  private static int wrongUsage(CommandLine.ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    say(command, e.getMessage() + " (see --help)");
    return UNUSABLE;
  }

  private static int failed(Exception e, CommandLine command) {
    if (e instanceof RunFormatException) {
      say(command, e.getMessage());
    } else if (e instanceof IOException) {
      say(command, "cannot read or write " + e.getMessage());
    } else {
      e.printStackTrace(command.getErr()); // ours, not the user's
    }
    return UNUSABLE;
  }

  private static void say(CommandLine command, String message) {
    String line = Glyphs.printable(message.strip().replaceAll("\\s*\\R\\s*", " "));
    command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + line);
    command.getErr().flush();
  }

  /** Answers {@code --version} with what the manifest of the jar says. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = ResultsCommand.class.getPackage().getImplementationVersion();
      return new String[] {"results " + (version == null ? "(unpackaged)" : version)};
    }
  }
}
