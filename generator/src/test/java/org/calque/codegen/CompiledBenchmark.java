package org.calque.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.calque.runtime.Workload;

/** A generated benchmark, compiled in memory, with everything that the compiler wrote. */
public final class CompiledBenchmark extends ClassLoader {
  private final GeneratedBenchmark benchmark;
  private final Map<String, byte[]> outputs;

  private CompiledBenchmark(GeneratedBenchmark benchmark, Map<String, byte[]> outputs) {
    super(CompiledBenchmark.class.getClassLoader());
    this.benchmark = benchmark;
    this.outputs = outputs;
  }

  /** Compiles without annotation processing; any error or warning fails the test. */
  static CompiledBenchmark of(GeneratedBenchmark benchmark) {
    return compile(List.of(benchmark), List.of("-proc:none", "-Xlint:all"));
  }

  /** Compiles several in one go. */
  public static void all(List<GeneratedBenchmark> benchmarks) {
    compile(benchmarks, List.of("-proc:none", "-Xlint:all"));
  }

  /** Compiles as a build of benchmarks does. */
  public static CompiledBenchmark withJmhProcessor(GeneratedBenchmark benchmark) {
    return compile(
        List.of(benchmark), List.of("-processor", "org.openjdk.jmh.generators.BenchmarkProcessor"));
  }

  private static CompiledBenchmark compile(
      List<GeneratedBenchmark> benchmarks, List<String> options) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    Map<String, byte[]> outputs = new TreeMap<>();
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-classpath", System.getProperty("java.class.path")));
    boolean compiled;
    try (StandardJavaFileManager files =
            compiler.getStandardFileManager(diagnostics, null, StandardCharsets.UTF_8);
        Outputs memory = new Outputs(files, outputs)) {
      compiled =
          compiler.getTask(null, memory, diagnostics, arguments, null, sources(benchmarks)).call();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> problems =
        diagnostics.getDiagnostics().stream()
            .filter(problem -> problem.getKind() != Diagnostic.Kind.NOTE)
            .map(
                problem -> problem.getMessage(null).lines().findFirst().orElse("") + where(problem))
            .toList();
    assertThat(problems).as("what javac says").isEmpty();
    assertThat(compiled).isTrue();
    return new CompiledBenchmark(benchmarks.get(0), outputs);
  }

  private static String where(Diagnostic<?> problem) {
    Object source = problem.getSource();
    return " in " + source + " at line " + problem.getLineNumber();
  }

  private static List<JavaFileObject> sources(List<GeneratedBenchmark> benchmarks) {
    return benchmarks.stream()
        .flatMap(benchmark -> benchmark.files().entrySet().stream())
        .filter(file -> file.getKey().startsWith("java/"))
        .map(file -> source(file.getKey().substring("java/".length()), file.getValue()))
        .toList();
  }

  private static JavaFileObject source(String path, String text) {
    return new SimpleJavaFileObject(URI.create("memory:///" + path), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }

  /** Class files and resources by path, such as {@code META-INF/BenchmarkList}. */
  Map<String, byte[]> outputs() {
    return outputs;
  }

  /** A new instance, loaded by a class loader of its own. */
  Workload workload() {
    try {
      return (Workload) loadClass(benchmark.className()).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(benchmark.className(), e);
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = outputs.get(name.replace('.', '/') + ".class");
    if (bytes == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    String text = benchmark.files().get("resources/" + name);
    return text == null
        ? super.getResourceAsStream(name)
        : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Keeps what the compiler writes in memory. */
  private static final class Outputs extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, byte[]> outputs;

    Outputs(JavaFileManager files, Map<String, byte[]> outputs) {
      super(files);
      this.outputs = outputs;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return output(className.replace('.', '/') + kind.extension, kind);
    }

    @Override
    public FileObject getFileForOutput(
        Location location, String packageName, String relativeName, FileObject sibling) {
      String folder = packageName.isEmpty() ? "" : packageName.replace('.', '/') + "/";
      return output(folder + relativeName, JavaFileObject.Kind.OTHER);
    }

    private JavaFileObject output(String path, JavaFileObject.Kind kind) {
      return new SimpleJavaFileObject(URI.create("memory:///" + path), kind) {
        @Override
        public OutputStream openOutputStream() {
          return new ByteArrayOutputStream() {
            @Override
            public void close() {
              outputs.put(path, toByteArray());
            }
          };
        }

        @Override
        public InputStream openInputStream() throws FileNotFoundException {
          if (!outputs.containsKey(path)) {
            throw new FileNotFoundException(path);
          }
          return new ByteArrayInputStream(outputs.get(path));
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
          return new String(outputs.get(path), StandardCharsets.UTF_8);
        }
      };
    }
  }
}
